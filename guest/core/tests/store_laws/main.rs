//! What the store promises, on each layout: a directory alone, a bucket alone, blobs in a directory and records in a bucket.

mod census;
mod collisions;
mod damage;
mod doctor;
mod flips;
mod interruption;
mod keeping;
mod lifetimes;
mod odd_names;
mod ranges;
mod room;
mod sharing;
mod whereabouts;
mod withheld;
mod world;
