//! Reading and writing items: a line with weight, shine and tags, and a line with the mark.

use marotte_sdk::prelude::*;

use crate::operation;
use crate::schema::{Alarm, AlarmAttribute, AlarmState, Ensure, Item, ItemAttribute, ItemState, Polish};

/// Manages items. Stores whether the feature `polish` is available.
#[derive(Debug)]
pub struct ItemProvider {
    can_polish: bool,
}

/// Logs a warning when it is refreshed.
#[derive(Debug, Default)]
pub struct AlarmProvider;

/// Returns the file of an item.
pub(crate) fn path(row: &Row<Item>) -> String {
    format!("{}/{}", row.folder, row.label)
}

/// Reads the content of a file.
pub(crate) fn state(system: &impl ReadSystem, place: &Place) -> Result<ItemState> {
    let text = match system.read_text(place, 1000) {
        Ok(text) => text,
        Err(error) if error.code == Code::NotFound => {
            return Ok(ItemState { ensure: Some(Ensure::Absent), ..ItemState::default() });
        }
        Err(error) => return Err(error),
    };
    let mut words = text.lines().next().unwrap_or_default().split(' ');
    let weight = words.next().and_then(|word| word.parse().ok());
    let polish = match words.next() {
        Some("low") => Some(Polish::Low),
        Some("high") => Some(Polish::High),
        Some("-") | None => None,
        Some(grade) => Some(Polish::Grade(grade.to_owned())),
    };
    let tags: Vec<String> = words.map(str::to_owned).collect();
    let letters = place.path.rsplit('/').next().and_then(|label| u32::try_from(label.len()).ok());
    Ok(ItemState { ensure: Some(Ensure::Present), weight, tags: Some(tags), mark: None, polish, letters })
}

fn body(row: &Row<Item>) -> Body {
    let polish = match &row.polish {
        Some(Polish::Low) => "low",
        Some(Polish::High) => "high",
        Some(Polish::Grade(grade)) => grade,
        None => "-",
    };
    let tags: String = row.tags.iter().flatten().map(|tag| format!(" {tag}")).collect();
    let mut body: Body = vec![format!("{} {polish}{tags}\n", row.weight).as_str().into()];
    body.extend(row.mark.as_ref().map(Part::from));
    body
}

/// Compares the file with its desired content; the mark is compared without reading the secret.
fn judge(system: &impl ReadSystem, row: &Row<Item>, place: Place) -> Result<State<Item>> {
    let is = state(system, &place)?;
    let (is_there, mark) = (is.ensure == Some(Ensure::Present), row.mark.is_some());
    let is_heavier = is.weight.is_some_and(|weight| weight > row.weight);
    let mut state = State::new(is);
    if is_there && mark {
        let is_equal = system.equal(&[(place, body(row))]).swap_remove(0)?;
        let (mark, shown) = (ItemAttribute::Mark, "[as it is]");
        state = state.with(match is_equal {
            true => Verdict::insync(mark),
            false => Verdict::differs(mark).showing(shown, "[as it should be]").change("mark was struck anew"),
        });
    }
    if is_heavier {
        state = state.with(Verdict::differs(ItemAttribute::Weight).showing("too heavy", "lighter"));
    }
    Ok(state)
}

impl Open for ItemProvider {
    fn open(name: &str, features: &[String]) -> Result<Self> {
        let can_polish = features.iter().any(|feature| feature == "polish");
        if can_polish == (name == "fine") { Ok(Self { can_polish }) } else { Err(Error::other("who polishes?")) }
    }
}

impl Provider for ItemProvider {
    type Resource = Item;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Item>]) -> Vec<Result<State<Item>>> {
        for_each_row(rows, |row| {
            operation::read(system, row)?;
            judge(system, row, row.place(path(row)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Item>,
        is: &ItemState,
        changed: &[ItemAttribute],
    ) -> Result<Applied<ItemAttribute>> {
        if row.ensure == Ensure::Absent {
            system.remove(&path(row), false, None)?;
            return Ok(Applied::all());
        }
        system.debug(row, &format!("polishing: {}", self.can_polish));
        operation::write(system, row, &body(row))?;
        if is.ensure == Some(Ensure::Present) && changed.contains(&ItemAttribute::Weight) {
            return Ok(Applied::all().saying(ItemAttribute::Weight, format!("weighs {} now", row.weight)));
        }
        Ok(Applied::all())
    }
}

impl Canonicalize for Item {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        if row.label.chars().any(char::is_uppercase) {
            row.label = row.label.to_lowercase();
        }
        if system.fact("museum.closed").is_some() {
            problems.warning(row, ItemAttribute::Folder, "the museum is closed");
        }
        if row.label == "curse" {
            problems.error(row, ItemAttribute::Label, "some things are better left alone");
        }
    }
}

impl Relate for Item {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let sister = if row.label == "rust" { vec![format!("{}:sword", row.folder)] } else { vec![] };
        vec![
            Relation::require("item", sister),
            Relation::before("notify", vec!["night".to_owned()]),
            Relation::notify("alarm", vec!["silent".to_owned()]),
            Relation::subscribe("notify", vec!["dawn".to_owned()]),
        ]
    }
}

impl Refresh for ItemProvider {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Item>) -> Result<()> {
        system.notice((row, ItemAttribute::Label), "is dusted");
        Ok(())
    }
}

impl Precheck for ItemProvider {
    fn precheck(&mut self, _system: &impl ReadSystem, rows: &[Row<Item>], problems: &mut Problems<Item>) {
        for row in rows.iter().filter(|row| row.weight > 90) {
            problems.error(row, ItemAttribute::Weight, "the floor would break");
        }
    }
}

impl Provider for AlarmProvider {
    type Resource = Alarm;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Alarm>]) -> Vec<Result<State<Alarm>>> {
        for_each_row(rows, |_| Ok(AlarmState::default().into()))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Alarm>,
        _is: &AlarmState,
        _changed: &[AlarmAttribute],
    ) -> Result<Applied<AlarmAttribute>> {
        Ok(Applied::all())
    }
}

impl Refresh for AlarmProvider {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Alarm>) -> Result<()> {
        system.warning(row, "rings");
        Ok(())
    }
}
