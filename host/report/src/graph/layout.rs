//! Layout of a graph: resources in columns after their predecessors, with few crossings and nearly straight lines.
//!
//! The layout has the usual four steps: assignment of columns by longest path; dummy items where lines pass a
//! column; the order within each column by the median of the neighbours; heights as close to the neighbours
//! as the order allows. Resources without relationships are in a block below.

use super::Drawing;
use super::cycles::PointOrder;

/// Height of a box, and the space between two boxes.
pub(crate) const HEIGHT: f64 = 38.0;
const GAP: f64 = 12.0;

/// Space between two columns.
const AISLE: f64 = 56.0;

/// Height reserved for a line that passes a column.
const LANE: f64 = 10.0;

/// Margin of the drawing.
const MARGIN: f64 = 16.0;

/// Number of passes that improve orders and positions.
const SWEEPS: usize = 8;

/// Maximum number of columns passed by all lines together; in a graph that exceeds it, all lines are straight.
const PASSES: usize = 60_000;

/// A complete layout with all positions.
#[derive(Debug, Default)]
pub(crate) struct GraphLayout {
    /// The boxes.
    pub boxes: Vec<PlacedNode>,
    /// The points of each edge; empty if the edge is not drawn.
    pub lines: Vec<Vec<(f64, f64)>>,
    /// The total width.
    pub width: f64,
    /// The total height.
    pub height: f64,
}

/// A placed resource.
#[derive(Debug)]
pub(crate) struct PlacedNode {
    /// The index of the resource.
    pub node: usize,
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
}

/// An item that takes space in a column: a resource, or a line that passes it.
#[derive(Debug, Clone)]
struct Item {
    node: Option<usize>,
    column: usize,
    half: f64,
    y: f64,
    left: Vec<usize>,
    right: Vec<usize>,
}

/// Computes the layout. `widths` are the widths of the boxes; `loose` are resources without relationships
/// that are drawn.
pub(crate) fn layout(drawing: &Drawing, widths: &[f64], loose: &[usize]) -> GraphLayout {
    let mut is_drawn = vec![false; drawing.nodes.len()];
    for edge in &drawing.edges {
        is_drawn[edge.from] = true;
        is_drawn[edge.to] = true;
    }
    let columns = compact(PointOrder::of(drawing, |node| is_drawn[node]).columns(), &is_drawn);
    let mut layers = LayerLayout::new(drawing, &columns, &is_drawn);
    layers.arrange();
    let mut layout = layers.finish(drawing, widths);
    layout.block(widths, loose);
    layout
}

/// Removes columns without drawn items.
fn compact(mut columns: Vec<usize>, is_drawn: &[bool]) -> Vec<usize> {
    let mut used: Vec<usize> =
        columns.iter().zip(is_drawn).filter(|(_, is_drawn)| **is_drawn).map(|(column, _)| *column).collect();
    used.sort_unstable();
    used.dedup();
    for (column, is_drawn) in columns.iter_mut().zip(is_drawn) {
        *column = if *is_drawn { used.binary_search(column).unwrap_or_default() } else { 0 };
    }
    columns
}

struct LayerLayout {
    items: Vec<Item>,
    /// The items of each column, from top to bottom.
    columns: Vec<Vec<usize>>,
    /// The item of each resource.
    of_node: Vec<Option<usize>>,
    /// The items of each edge in the columns that it crosses, including its ends; in reverse for an edge that
    /// points to the left.
    routes: Vec<Vec<usize>>,
}

impl LayerLayout {
    fn new(drawing: &Drawing, columns: &[usize], is_drawn: &[bool]) -> Self {
        let mut layers =
            Self { items: Vec::new(), columns: Vec::new(), of_node: vec![None; columns.len()], routes: Vec::new() };
        for node in 0..columns.len() {
            if is_drawn[node] {
                layers.of_node[node] = Some(layers.add(Some(node), columns[node], HEIGHT / 2.0));
            }
        }
        let passes: usize =
            drawing.edges.iter().map(|edge| columns[edge.from].abs_diff(columns[edge.to]).saturating_sub(1)).sum();
        for edge in &drawing.edges {
            let (from, to) = (edge.from, edge.to);
            let (first, last) = if columns[from] <= columns[to] { (from, to) } else { (to, from) };
            let mut route: Vec<usize> = layers.of_node[first].into_iter().collect();
            if passes <= PASSES {
                route.extend((columns[first] + 1..columns[last]).map(|column| layers.add(None, column, LANE / 2.0)));
            }
            route.extend(layers.of_node[last]);
            for pair in route.windows(2) {
                if layers.items[pair[0]].column != layers.items[pair[1]].column {
                    layers.items[pair[0]].right.push(pair[1]);
                    layers.items[pair[1]].left.push(pair[0]);
                }
            }
            if first != from {
                route.reverse();
            }
            layers.routes.push(route);
        }
        layers
    }

    fn add(&mut self, node: Option<usize>, column: usize, half: f64) -> usize {
        while self.columns.len() <= column {
            self.columns.push(Vec::new());
        }
        self.columns[column].push(self.items.len());
        self.items.push(Item { node, column, half, y: 0.0, left: Vec::new(), right: Vec::new() });
        self.items.len() - 1
    }

    /// Orders each column and assigns the positions.
    fn arrange(&mut self) {
        self.set_initial_order();
        for sweep in 0..SWEEPS {
            let goes_right = sweep % 2 == 0;
            let count = self.columns.len();
            for step in 0..count {
                let column = if goes_right { step } else { count - 1 - step };
                let mut order = std::mem::take(&mut self.columns[column]);
                let heights: Vec<f64> = order.iter().map(|item| self.preferred_height(*item, goes_right)).collect();
                if sweep < SWEEPS - 2 {
                    let mut preferred: Vec<(f64, usize)> = heights.into_iter().zip(order).collect();
                    preferred.sort_by(|a, b| a.0.total_cmp(&b.0));
                    order = preferred.into_iter().map(|(_, item)| item).collect();
                }
                self.columns[column] = order;
                self.assign_heights(column, goes_right);
            }
        }
    }

    /// Computes the initial order, which keeps connected resources together.
    fn set_initial_order(&mut self) {
        let mut seen = vec![false; self.items.len()];
        let mut columns = vec![Vec::new(); self.columns.len()];
        for root in 0..self.items.len() {
            let mut stack = vec![root];
            while let Some(item) = stack.pop() {
                if !std::mem::replace(&mut seen[item], true) {
                    columns[self.items[item].column].push(item);
                    stack.extend(self.items[item].left.iter().rev());
                    stack.extend(self.items[item].right.iter().rev());
                }
            }
        }
        self.columns = columns;
        (0..self.columns.len()).for_each(|column| self.assign_heights(column, true));
    }

    /// Returns the preferred height of an item: the median of its neighbours on one side, otherwise on the
    /// other, otherwise its current height.
    fn preferred_height(&self, item: usize, looks_left: bool) -> f64 {
        let it = &self.items[item];
        let sides = if looks_left { [&it.left, &it.right] } else { [&it.right, &it.left] };
        let Some(near) = sides.into_iter().find(|side| !side.is_empty()) else { return it.y };
        let mut heights: Vec<f64> = near.iter().map(|other| self.items[*other].y).collect();
        heights.sort_by(f64::total_cmp);
        let middle = heights.len() / 2;
        if heights.len() % 2 == 1 { heights[middle] } else { f64::midpoint(heights[middle - 1], heights[middle]) }
    }

    /// Assigns heights to the items of a column as close as possible to their preferred heights: items that would
    /// overlap share the mean of their preferences.
    fn assign_heights(&mut self, column: usize, looks_left: bool) {
        struct Block {
            sum: f64,
            count: f64,
        }
        let order = &self.columns[column];
        let mut offsets = Vec::with_capacity(order.len());
        let mut offset = 0.0;
        for (place, item) in order.iter().enumerate() {
            if place > 0 {
                let (above, here) = (&self.items[order[place - 1]], &self.items[*item]);
                let gap = if above.node.is_some() || here.node.is_some() { GAP } else { 2.0 };
                offset += above.half + here.half + gap;
            }
            offsets.push(offset);
        }
        let mut blocks: Vec<Block> = Vec::with_capacity(order.len());
        for (item, offset) in order.iter().zip(&offsets) {
            let mut block = Block { sum: self.preferred_height(*item, looks_left) - offset, count: 1.0 };
            while let Some(above) = blocks.pop_if(|above| above.sum / above.count >= block.sum / block.count) {
                block = Block { sum: above.sum + block.sum, count: above.count + block.count };
            }
            blocks.push(block);
        }
        let heights =
            blocks.iter().flat_map(|block| std::iter::repeat_n(block.sum / block.count, block.count as usize));
        let placed: Vec<(usize, f64)> =
            order.iter().zip(offsets).zip(heights).map(|((item, offset), height)| (*item, height + offset)).collect();
        placed.into_iter().for_each(|(item, y)| self.items[item].y = y);
    }

    fn finish(&self, drawing: &Drawing, widths: &[f64]) -> GraphLayout {
        let top = self.items.iter().map(|item| item.y - item.half).fold(f64::INFINITY, f64::min);
        let mut lefts = Vec::with_capacity(self.columns.len());
        let mut column_widths = Vec::with_capacity(self.columns.len());
        let mut x = MARGIN;
        for column in &self.columns {
            let column_width = column.iter().filter_map(|item| self.items[*item].node).map(|node| widths[node]);
            let column_width = column_width.fold(0.0, f64::max);
            lefts.push(x);
            column_widths.push(column_width);
            x += column_width + AISLE;
        }
        let shift = |y: f64| y - top + MARGIN;
        let mut layout = GraphLayout::default();
        for item in &self.items {
            if let Some(node) = item.node {
                let y = shift(item.y) - item.half;
                layout.boxes.push(PlacedNode { node, x: lefts[item.column], y, width: widths[node] });
            }
        }
        for (edge, route) in drawing.edges.iter().zip(&self.routes) {
            let mut line = Vec::with_capacity(2 * route.len());
            for (place, item) in route.iter().enumerate() {
                let (item, is_first, is_last) = (&self.items[*item], place == 0, place + 1 == route.len());
                let (left, y) = (lefts[item.column], shift(item.y));
                match item.node {
                    Some(node) if is_first => line.push((left + widths[node], y)),
                    Some(_) if is_last => line.push((left, y)),
                    _ => line.extend([(left, y), (left + column_widths[item.column], y)]),
                }
            }
            let points_left = edge.from != edge.to
                && self.of_node[edge.from]
                    .zip(self.of_node[edge.to])
                    .is_some_and(|(from, to)| self.items[from].column > self.items[to].column);
            if points_left {
                // From the right side of the first box to the left side of the last, with the passed columns
                // in between.
                let (first, last) = (line[0], line[line.len() - 1]);
                line[0] = (first.0 - widths[edge.from], first.1);
                let end = line.len() - 1;
                line[end] = (last.0 + widths[edge.to], last.1);
                for place in (1..end.saturating_sub(1)).step_by(2) {
                    line.swap(place, place + 1);
                }
            }
            layout.lines.push(line);
        }
        layout.width = layout.boxes.iter().map(|it| it.x + it.width).fold(0.0, f64::max) + MARGIN;
        layout.height = layout.boxes.iter().map(|it| it.y + HEIGHT).fold(0.0, f64::max) + MARGIN;
        layout
    }
}

impl GraphLayout {
    /// Places resources without relationships in rows below.
    fn block(&mut self, widths: &[f64], loose: &[usize]) {
        if loose.is_empty() {
            return;
        }
        let row_width = self.width.max(960.0);
        let mut x = MARGIN;
        let mut y = if self.boxes.is_empty() { MARGIN } else { self.height + GAP };
        for node in loose {
            if x > MARGIN && x + widths[*node] > row_width - MARGIN {
                x = MARGIN;
                y += HEIGHT + GAP;
            }
            self.boxes.push(PlacedNode { node: *node, x, y, width: widths[*node] });
            self.width = self.width.max(x + widths[*node] + MARGIN);
            x += widths[*node] + GAP;
        }
        self.height = y + HEIGHT + MARGIN;
    }
}
