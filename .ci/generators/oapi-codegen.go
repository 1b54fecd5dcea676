// Calls every operation with the client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"generated/client"
)

func check(operation string, holds bool) {
	if !holds {
		panic(operation)
	}
	fmt.Println(operation)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func withKey(name string) *client.ClientWithResponses {
	return must(client.NewClientWithResponses(os.Getenv("URL"), client.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv(name))
			return nil
		})))
}

func to[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	public, private := withKey("PROJECT_KEY"), withKey("PERSONAL_KEY")
	project, organization := os.Getenv("PROJECT"), os.Getenv("ORGANIZATION")

	properties := map[string]any{"price": 1299}
	capture := client.CaptureRequest{Event: to("seen"), DistinctId: to("ben"), Properties: &properties}
	check("capture", must(public.CaptureWithResponse(ctx, nil, capture)).JSON200.Status == 1)
	events := []client.Event{{Event: to("seen"), DistinctId: to("ben"), Properties: &properties}}
	check("batch", must(public.BatchWithResponse(ctx, nil, client.BatchRequest{Batch: events})).JSON200.Status == 1)

	ask := client.DecideRequest{DistinctId: "ben"}
	decide := func(version int) *client.Decision {
		params := client.DecideParams{V: to(client.DecideParamsV(version))}
		return must(public.DecideWithResponse(ctx, &params, ask)).JSON200
	}
	v2 := must(decide(2).AsDecideResponseV2())
	check("decide v2", must(v2.FeatureFlags["checkout"].AsFlagValues1()) == "blue")
	v3 := must(decide(3).AsDecideResponseV3())
	payload, _ := v3.FeatureFlagPayloads["checkout"].(map[string]any)
	check("decide v3", payload["color"] == "#00f")

	recording := must(private.SessionRecordingsListWithResponse(ctx, project, nil)).JSON200.Results[0]
	check("recordings", (*recording.Person.Properties)["plan"] == "pro" && recording.Person.Id > 0)
	stream := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Accept", "application/x-ndjson")
		return nil
	}
	lines := must(private.SessionRecordingsSnapshotsRetrieveWithResponse(ctx, project, "visit", nil, stream))
	var line client.SnapshotLine
	first, _, _ := strings.Cut(string(lines.Body), "\n")
	must(0, json.Unmarshal([]byte(first), &line))
	check("snapshots", line.WindowId == "visit" && line.Data[0].Type == 4)

	single := client.InviteRequest{TargetEmail: "single.oapi@example.com"}
	invite := must(private.InvitesCreateWithResponse(ctx, organization, single)).JSON201
	check("invite", invite.TargetEmail == single.TargetEmail)
	several := client.InviteBulkRequest{{TargetEmail: "several.oapi@example.com"}}
	invites := *must(private.InvitesBulkCreateWithResponse(ctx, organization, several)).JSON201
	check("invites", invites[0].TargetEmail == several[0].TargetEmail)
}
