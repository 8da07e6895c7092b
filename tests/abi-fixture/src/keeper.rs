//! Reading and writing relics: a line with weight, shine and tags, and a line with the mark.

use marotte_sdk::prelude::*;

use crate::errand;
use crate::schema::{Alarm, AlarmAttribute, AlarmState, Ensure, Polish, Relic, RelicAttribute, RelicState};

/// Manages relics. Stores whether the feature `polish` is available.
#[derive(Debug)]
pub struct Keeper {
    can_polish: bool,
}

/// Logs a warning when it is refreshed.
#[derive(Debug, Default)]
pub struct Loud;

/// Returns the file of a relic.
pub(crate) fn path(row: &Row<Relic>) -> String {
    format!("{}/{}", row.folder, row.label)
}

/// Reads the content of a file.
pub(crate) fn state(system: &impl ReadSystem, place: &Place) -> Result<RelicState> {
    let text = match system.read_text(place, 1000) {
        Ok(text) => text,
        Err(error) if error.code == Code::NotFound => {
            return Ok(RelicState { ensure: Some(Ensure::Absent), ..RelicState::default() });
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
    Ok(RelicState { ensure: Some(Ensure::Present), weight, tags: Some(tags), mark: None, polish, letters })
}

fn body(row: &Row<Relic>) -> Body {
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
fn judge(system: &impl ReadSystem, row: &Row<Relic>, place: Place) -> Result<State<Relic>> {
    let is = state(system, &place)?;
    let (is_there, mark) = (is.ensure == Some(Ensure::Present), row.mark.is_some());
    let is_heavier = is.weight.is_some_and(|weight| weight > row.weight);
    let mut state = State::new(is);
    if is_there && mark {
        let is_equal = system.equal(&[(place, body(row))]).swap_remove(0)?;
        let (mark, shown) = (RelicAttribute::Mark, "[as it is]");
        state = state.with(match is_equal {
            true => Verdict::insync(mark),
            false => Verdict::differs(mark).showing(shown, "[as it should be]").change("mark was struck anew"),
        });
    }
    if is_heavier {
        state = state.with(Verdict::differs(RelicAttribute::Weight).showing("too heavy", "lighter"));
    }
    Ok(state)
}

impl Open for Keeper {
    fn open(name: &str, features: &[String]) -> Result<Self> {
        let can_polish = features.iter().any(|feature| feature == "polish");
        if can_polish == (name == "fine") { Ok(Self { can_polish }) } else { Err(Error::other("who polishes?")) }
    }
}

impl Provider for Keeper {
    type Resource = Relic;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Relic>]) -> Vec<Result<State<Relic>>> {
        for_each_row(rows, |row| {
            errand::read(system, row)?;
            judge(system, row, row.place(path(row)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Relic>,
        is: &RelicState,
        changed: &[RelicAttribute],
    ) -> Result<Applied<RelicAttribute>> {
        if row.ensure == Ensure::Absent {
            system.remove(&path(row), false, None)?;
            return Ok(Applied::all());
        }
        system.debug(row, &format!("polishing: {}", self.can_polish));
        errand::write(system, row, &body(row))?;
        if is.ensure == Some(Ensure::Present) && changed.contains(&RelicAttribute::Weight) {
            return Ok(Applied::all().saying(RelicAttribute::Weight, format!("weighs {} now", row.weight)));
        }
        Ok(Applied::all())
    }
}

impl Canonicalize for Relic {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        if row.label.chars().any(char::is_uppercase) {
            row.label = row.label.to_lowercase();
        }
        if system.fact("museum.closed").is_some() {
            problems.warning(row, RelicAttribute::Folder, "the museum is closed");
        }
        if row.label == "curse" {
            problems.error(row, RelicAttribute::Label, "some things are better left alone");
        }
    }
}

impl Relate for Relic {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let sister = if row.label == "rust" { vec![format!("{}:sword", row.folder)] } else { vec![] };
        vec![
            Relation::require("relic", sister),
            Relation::before("notify", vec!["night".to_owned()]),
            Relation::notify("alarm", vec!["silent".to_owned()]),
            Relation::subscribe("notify", vec!["dawn".to_owned()]),
        ]
    }
}

impl Refresh for Keeper {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Relic>) -> Result<()> {
        system.notice((row, RelicAttribute::Label), "is dusted");
        Ok(())
    }
}

impl Precheck for Keeper {
    fn precheck(&mut self, _system: &impl ReadSystem, rows: &[Row<Relic>], problems: &mut Problems<Relic>) {
        for row in rows.iter().filter(|row| row.weight > 90) {
            problems.error(row, RelicAttribute::Weight, "the floor would break");
        }
    }
}

impl Provider for Loud {
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

impl Refresh for Loud {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Alarm>) -> Result<()> {
        system.warning(row, "rings");
        Ok(())
    }
}
