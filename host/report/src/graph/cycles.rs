//! Ordering of a graph: dependencies with containers replaced by their start and end, cycles, and the column
//! of each resource.

use super::Drawing;

/// Dependencies between points. A resource has a start point and an end point, which are equal if it contains
/// nothing.
pub(crate) struct PointOrder {
    /// The successors of each point, with their distance in columns.
    after: Vec<Vec<(usize, usize)>>,
}

/// Returns the start point of a resource.
fn begin(node: usize) -> usize {
    2 * node
}

impl PointOrder {
    /// Computes the dependencies. A container for which `is_drawn` returns true is placed before its content.
    pub(crate) fn of(drawing: &Drawing, is_drawn: impl Fn(usize) -> bool) -> Self {
        let mut order = Self { after: vec![Vec::new(); 2 * drawing.nodes.len()] };
        for edge in &drawing.edges {
            order.add(end(drawing, edge.from), begin(edge.to), 1);
        }
        for (index, node) in drawing.nodes.iter().enumerate() {
            if node.is_container {
                order.add(begin(index), end(drawing, index), 0);
            }
            if let Some(container) = node.container {
                order.add(begin(container), begin(index), usize::from(is_drawn(container)));
                order.add(end(drawing, index), end(drawing, container), 0);
            }
        }
        order
    }

    fn add(&mut self, from: usize, to: usize, columns: usize) {
        self.after[from].push((to, columns));
    }

    /// Returns the column of each resource: the leftmost one after its predecessors. Edges that would close a
    /// cycle are ignored.
    pub(crate) fn columns(&self) -> Vec<usize> {
        let order = self.sorted();
        let mut place = vec![0; self.after.len()];
        order.iter().enumerate().for_each(|(at, node)| place[*node] = at);
        let mut columns = vec![0_usize; self.after.len()];
        for from in order {
            for (to, step) in &self.after[from] {
                if place[*to] > place[from] {
                    columns[*to] = columns[*to].max(columns[from] + step);
                }
            }
        }
        columns.into_iter().step_by(2).collect()
    }

    /// Returns all points in topological order, ignoring cycles.
    fn sorted(&self) -> Vec<usize> {
        let mut seen = vec![false; self.after.len()];
        let mut done = Vec::with_capacity(self.after.len());
        for root in 0..self.after.len() {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((place, next)) = stack.last_mut() {
                match self.after[*place].get(*next) {
                    Some((to, _)) => {
                        *next += 1;
                        if !std::mem::replace(&mut seen[*to], true) {
                            stack.push((*to, 0));
                        }
                    }
                    None => {
                        done.push(*place);
                        stack.pop();
                    }
                }
            }
        }
        done.reverse();
        done
    }

    /// Returns the strongly connected component of each point, by Kosaraju's algorithm.
    fn components(&self) -> Vec<usize> {
        let mut before = vec![Vec::new(); self.after.len()];
        for (from, after) in self.after.iter().enumerate() {
            after.iter().for_each(|(to, _)| before[*to].push(from));
        }
        let mut components = vec![usize::MAX; self.after.len()];
        for root in self.sorted() {
            let mut stack = vec![root];
            while let Some(place) = stack.pop() {
                if components[place] == usize::MAX {
                    components[place] = root;
                    stack.extend(&before[place]);
                }
            }
        }
        components
    }
}

fn end(drawing: &Drawing, node: usize) -> usize {
    2 * node + usize::from(drawing.nodes[node].is_container)
}

/// Returns whether each edge is part of a cycle.
pub(crate) fn cycles(drawing: &Drawing) -> Vec<bool> {
    // Missing dependencies are not considered part of cycles.
    let declared = Drawing {
        nodes: drawing.nodes.clone(),
        edges: drawing.edges.iter().filter(|edge| edge.kind.orders()).copied().collect(),
    };
    let components = PointOrder::of(&declared, |_| false).components();
    let is_cyclic = |edge: &super::GraphEdge| components[end(drawing, edge.from)] == components[begin(edge.to)];
    drawing.edges.iter().map(|edge| edge.kind.orders() && is_cyclic(edge)).collect()
}
