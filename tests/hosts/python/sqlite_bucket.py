"""Key-value buckets in an SQLite file, for any number of processes.

The layout is that of the Rust crate, so that both can open the same file. It must not lie in the store directory.
"""

import os
import sqlite3

SCHEMA = """CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL,
    key TEXT NOT NULL, value BLOB NOT NULL, UNIQUE (bucket, key))"""
BUSY_SECONDS = 10


def buckets(path, keys_per_page=1_000):
    """What `Toolaria` takes as `buckets`: opens a bucket of any name."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(SCHEMA)
    return lambda name: Bucket(connection, name, keys_per_page)


class Bucket:
    """Once `set` or `delete` has returned every process sees it, which the component's promises rest on."""

    def __init__(self, connection, name, keys_per_page):
        self.connection, self.name, self.keys_per_page = connection, name, keys_per_page

    def get(self, key):
        sql = "SELECT value FROM entries WHERE bucket = ? AND key = ?"
        row = self.connection.execute(sql, (self.name, key)).fetchone()
        return row[0] if row else None

    def set(self, key, value):
        sql = """INSERT INTO entries (bucket, key, value) VALUES (?, ?, ?)
            ON CONFLICT (bucket, key) DO UPDATE SET value = excluded.value"""
        self.connection.execute(sql, (self.name, key, value))

    def delete(self, key):
        self.connection.execute("DELETE FROM entries WHERE bucket = ? AND key = ?", (self.name, key))

    def exists(self, key):
        return self.get(key) is not None

    def list_keys(self, cursor):
        """A page of keys, and the cursor of the next. No number is given twice: what stays is listed, whatever goes."""
        sql = "SELECT number, key FROM entries WHERE bucket = ? AND number > ? ORDER BY number LIMIT ?"
        rows = self.connection.execute(sql, (self.name, cursor or 0, self.keys_per_page)).fetchall()
        return [key for _, key in rows], rows[-1][0] if len(rows) == self.keys_per_page else None
