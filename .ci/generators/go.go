// Calls every operation with the client of openapi-generator's go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	client "generated/client"
)

func check(operation string, holds bool) {
	if !holds {
		panic(operation)
	}
	fmt.Println(operation)
}

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("URL")}}
	api := client.NewAPIClient(configuration)
	public := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PROJECT_KEY"))
	private := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PERSONAL_KEY"))
	project, organization := os.Getenv("PROJECT"), os.Getenv("ORGANIZATION")

	capture := client.NewCaptureRequest()
	capture.SetEvent("seen")
	capture.SetDistinctId("ben")
	check("capture", must(api.PublicAPI.Capture(public).CaptureRequest(*capture).Execute()).Status == 1)
	event := client.NewEvent()
	event.SetEvent("seen")
	event.SetDistinctId("ben")
	batch := client.NewBatchRequest([]client.Event{*event})
	check("batch", must(api.PublicAPI.Batch(public).BatchRequest(*batch).Execute()).Status == 1)

	ask := *client.NewDecideRequest("ben")
	v2 := must(api.PublicAPI.Decide(public).DecideRequest(ask).V(2).Execute()).DecideResponseV2
	check("decide v2", *v2.FeatureFlags["checkout"].String == "blue")
	v3 := must(api.PublicAPI.Decide(public).DecideRequest(ask).V(3).Execute()).DecideResponseV3
	payload, _ := v3.FeatureFlagPayloads["checkout"].(map[string]any)
	check("decide v3", payload["color"] == "#00f")

	person := must(api.SessionRecordingsAPI.SessionRecordingsList(private, project).Execute()).Results[0].GetPerson()
	check("recordings", person.GetProperties()["plan"] == "pro" && person.Id > 0)
	snapshots := api.SessionRecordingsAPI.SessionRecordingsSnapshotsRetrieve(private, project, "visit")
	source := must(snapshots.Execute()).Sources[0].Source
	// The client decodes JSON only; beside its error it returns the response, whose body it has kept.
	_, response, _ := snapshots.Source(source).Execute()
	body, _ := io.ReadAll(response.Body)
	first, _, _ := strings.Cut(string(body), "\n")
	var line client.SnapshotLine
	check("snapshots", json.Unmarshal([]byte(first), &line) == nil && line.WindowId == "visit")

	single := *client.NewInviteRequest("single.go@example.com")
	invite := must(api.InvitesAPI.InvitesCreate(private, organization).InviteRequest(single).Execute())
	check("invite", invite.TargetEmail == single.TargetEmail)
	several := []client.InviteRequest{*client.NewInviteRequest("several.go@example.com")}
	invites := must(api.InvitesAPI.InvitesBulkCreate(private, organization).InviteRequest(several).Execute())
	check("invites", invites[0].TargetEmail == several[0].TargetEmail)
}
