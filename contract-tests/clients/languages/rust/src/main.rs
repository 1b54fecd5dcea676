//! Uses posthog-rs as a program does. Reads a task (JSON) from a file, prints what the library returned as JSON.

use posthog_rs::{Client, ClientOptionsBuilder, Event, EvaluateFlagsOptions, FlagValue};
use serde::Deserialize;
use serde_json::{json, Map, Value};
use std::collections::HashMap;

type Properties = HashMap<String, Value>;
type Failure = Box<dyn std::error::Error>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Person {
    distinct_id: String,
    groups: HashMap<String, String>,
    person_properties: Properties,
    group_properties: HashMap<String, Properties>,
}

#[derive(Deserialize)]
struct Task {
    name: String,
    event: String,
    host: String,
    project_key: String,
    personal_key: String,
    order: Properties,
    persons: Vec<Person>,
}

async fn open(task: &Task, decides_itself: bool) -> Result<Client, Failure> {
    let mut options = ClientOptionsBuilder::default();
    options.host(task.host.as_str()).api_key(task.project_key.clone());
    if decides_itself {
        options.secret_key(task.personal_key.as_str()).enable_local_evaluation(true);
    }
    // Each decision that is read would be an event.
    options.before_send(|event: Event| (event.event_name() != "$feature_flag_called").then_some(event));
    Ok(posthog_rs::client(options.build()?).await)
}

/// Sends an event of each kind. The library has no function that identifies a person.
async fn capture(task: &Task) -> Result<(), Failure> {
    let library = open(task, false).await?;
    let rider = format!("rider-{}", task.name);
    let mut identify = Event::new("$identify".to_string(), rider.clone());
    identify.insert_prop("$set", json!({ "plan": "pro" }))?;
    library.capture(identify);
    library.alias(format!("browser-{}", task.name), rider.clone());
    let mut ordered = Event::new(task.event.clone(), rider);
    for (name, value) in &task.order {
        ordered.insert_prop(name, value)?;
    }
    ordered.add_group("company", "nordlys");
    library.capture(ordered);
    library.group_identify("company", "nordlys", json!({ "seats": 40 }))?;
    library.flush().await;
    library.shutdown().await;
    Ok(())
}

async fn decide(library: &Client, person: &Person, only_evaluate_locally: bool) -> Result<(Value, Value), Failure> {
    let options = EvaluateFlagsOptions {
        groups: Some(person.groups.clone()),
        person_properties: Some(person.person_properties.clone()),
        group_properties: Some(person.group_properties.clone()),
        only_evaluate_locally,
        ..Default::default()
    };
    let flags = library.evaluate_flags(person.distinct_id.as_str(), options).await?;
    let values = flags.keys().into_iter().filter_map(|key| {
        let value = match flags.get_flag(&key)? {
            FlagValue::Boolean(value) => json!(value),
            FlagValue::String(variant) => json!(variant),
        };
        Some((key, value))
    });
    Ok((Value::Object(values.collect()), json!(flags.get_flag_payload("everybody"))))
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let path = std::env::args().nth(1).ok_or("no task")?;
    let task: Task = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    capture(&task).await?;

    let library = open(&task, false).await?;
    let (remote, payload) = decide(&library, &task.persons[0], false).await?;
    library.shutdown().await;

    let library = open(&task, true).await?;
    let mut local = Map::new();
    for person in &task.persons {
        local.insert(person.distinct_id.clone(), decide(&library, person, true).await?.0);
    }
    library.shutdown().await;
    println!("{}", json!({ "remote": remote, "payload": payload, "local": local }));
    Ok(())
}
