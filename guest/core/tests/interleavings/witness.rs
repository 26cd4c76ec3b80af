//! The shortest schedule that leads to a state in which something is broken, and of those one with few changes of process.

use super::explorer::Explorer;
use super::operation::told;
use super::scenario::Scenario;
use super::state::{Fate, State, Step, Violation};
use std::collections::{BTreeMap, HashMap};

/// A state and the process that came to it.
type Point = (State, usize);

/// Steps and changes of process until there.
type Cost = (usize, usize);

/// Where to, at which cost, from where and by which step.
type Reached = HashMap<Point, (Cost, Option<(Point, Step)>)>;

/// The sentence of a violation and its schedule, a line for each step.
pub fn tell(explorer: &mut Explorer, scenario: &Scenario) -> String {
    let (violation, steps) = shortest(explorer);
    let mut lines = vec![format!("{} (a schedule of {} steps)", violation.sentence, steps.len())];
    for (state, step) in steps {
        lines.push(line(explorer, scenario, state, step));
    }
    for index in 0..2 {
        if let Fate::Done(answer) = explorer.fate(violation.state, index) {
            lines.push(format!("  {} {}: returns {answer:?}", index + 1, scenario.programs[index]));
        }
    }
    lines.join("\n")
}

fn line(explorer: &Explorer, scenario: &Scenario, state: State, step: Step) -> String {
    let Some(index) = step.process() else { return "  the time passes".to_owned() };
    let number = explorer.operation(state, index).expect("a process that runs");
    let operation = explorer.numbers.operations.value(number);
    let what = match step {
        Step::Runs(_) => {
            format!("{operation} -> {}", told(explorer.numbers.outcomes.value(explorer.outcome(state, number))))
        }
        Step::IsKilled(_) => format!("is killed before: {operation}"),
        _ => format!("is killed in the middle of: {operation}"),
    };
    format!("  {} {}: {what}", index + 1, scenario.programs[index])
}

/// Goes from the start in the order of cost until a violation is met.
fn shortest(explorer: &mut Explorer) -> (Violation, Vec<(State, Step)>) {
    let broken: HashMap<State, Violation> =
        explorer.violations.iter().map(|violation| (violation.state, violation.clone())).collect();
    let start = (explorer.start(), 0);
    let mut reached: Reached = HashMap::from([(start, ((0, 0), None))]);
    let mut waiting: BTreeMap<Cost, Vec<Point>> = BTreeMap::from([((0, 0), vec![start])]);
    while let Some((cost, points)) = waiting.pop_first() {
        for point in points.into_iter().filter(|point| reached[point].0 == cost).collect::<Vec<_>>() {
            if let Some(violation) = broken.get(&point.0) {
                return (violation.clone(), way(&reached, point));
            }
            for (step, next) in explorer.steps(point.0) {
                let index = step.process().unwrap_or(point.1);
                let cost = (cost.0 + 1, cost.1 + usize::from(index != point.1));
                let next = (next, index);
                if reached.get(&next).is_none_or(|(known, _)| cost < *known) {
                    reached.insert(next, (cost, Some((point, step))));
                    waiting.entry(cost).or_default().push(next);
                }
            }
        }
    }
    unreachable!("every violation was found in a state that can be reached")
}

fn way(reached: &Reached, mut point: Point) -> Vec<(State, Step)> {
    let mut steps = Vec::new();
    while let Some((before, step)) = reached[&point].1 {
        steps.push((before.0, step));
        point = before;
    }
    steps.reverse();
    steps
}
