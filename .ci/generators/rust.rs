//! Calls every operation with the client of openapi-generator's rust.
use openapi::apis::configuration::Configuration;
use openapi::apis::{invites_api, public_api, session_recordings_api, ResponseContent};
use openapi::models::{self, DecideResponse, FlagValuesValue};
use std::env::var;
use std::error::Error;

fn check(operation: &str, holds: bool) {
    assert!(holds, "{operation}");
    println!("{operation}");
}

fn with_key(name: &str) -> Configuration {
    let mut configuration = Configuration::new();
    configuration.base_path = var("URL").unwrap();
    configuration.bearer_access_token = Some(var(name).unwrap());
    configuration
}

fn entity<T>(response: ResponseContent<T>) -> T {
    response.entity.expect(&response.content)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (public, private) = (with_key("PROJECT_KEY"), with_key("PERSONAL_KEY"));
    let (project, organization) = (var("PROJECT")?, var("ORGANIZATION")?);

    let mut capture = models::CaptureRequest::new();
    (capture.event, capture.distinct_id) = (Some("seen".into()), Some("ben".into()));
    let accepted = entity(public_api::capture(&public, capture, None)?);
    check("capture", matches!(accepted, public_api::CaptureSuccess::Status200(_)));
    let mut event = models::Event::new();
    (event.event, event.distinct_id) = (Some("seen".into()), Some("ben".into()));
    let accepted = entity(public_api::batch(&public, models::BatchRequest::new(vec![event]), None)?);
    check("batch", matches!(accepted, public_api::BatchSuccess::Status200(_)));

    let decide = |version| -> Result<DecideResponse, Box<dyn Error>> {
        let ask = models::DecideRequest::new("ben".into());
        match entity(public_api::decide(&public, ask, Some(version), None)?) {
            public_api::DecideSuccess::Status200(decision) => Ok(decision),
            other => panic!("{other:?}"),
        }
    };
    let DecideResponse::DecideResponseV2(v2) = decide(2)? else { panic!("decide v2") };
    check("decide v2", v2.feature_flags["checkout"] == FlagValuesValue::String("blue".into()));
    let DecideResponse::DecideResponseV3(v3) = decide(3)? else { panic!("decide v3") };
    check("decide v3", v3.feature_flag_payloads["checkout"]["color"] == "#00f");

    let list = session_recordings_api::session_recordings_list(
        &private, &project, None, None, None, None, None, None, None, None, None,
    )?;
    let session_recordings_api::SessionRecordingsListSuccess::Status200(page) = entity(list) else { panic!("list") };
    let person = page.results[0].person.as_ref().expect("person");
    check("recordings", person.properties.as_ref().unwrap()["plan"] == "pro" && person.id > 0);
    let snapshots = |source| {
        session_recordings_api::session_recordings_snapshots_retrieve(
            &private, &project, "visit", source, None, None, None, None, None,
        )
    };
    let session_recordings_api::SessionRecordingsSnapshotsRetrieveSuccess::Status200(list) = entity(snapshots(None)?)
    else {
        panic!("snapshots")
    };
    let lines = snapshots(Some(list.sources[0].source))?;
    let line: models::SnapshotLine = serde_json::from_str(lines.content.lines().next().unwrap())?;
    check("snapshots", line.window_id == "visit" && line.data[0].r#type == 4);

    let address = "single.rust@example.com";
    let single = models::InviteRequest::new(address.into());
    let invite = entity(invites_api::invites_create(&private, &organization, single)?);
    let invites_api::InvitesCreateSuccess::Status201(invite) = invite else { panic!("invite") };
    check("invite", invite.target_email == address);
    let address = "several.rust@example.com";
    let several = vec![models::InviteRequest::new(address.into())];
    let invites = entity(invites_api::invites_bulk_create(&private, &organization, several)?);
    let invites_api::InvitesBulkCreateSuccess::Status201(invites) = invites else { panic!("invites") };
    check("invites", invites[0].target_email == address);
    Ok(())
}
