// Calls every operation with the client of ogen.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"generated/client"

	"github.com/ogen-go/ogen/ogenerrors"
)

func check(operation string, holds bool) {
	if !holds {
		panic(operation)
	}
	fmt.Println(operation)
}

// A key is sent where an operation accepts one, and never as a cookie.
type keys struct{}

func (keys) ProjectApiKey(context.Context, client.OperationName) (client.ProjectApiKey, error) {
	return client.ProjectApiKey{Token: os.Getenv("PROJECT_KEY")}, nil
}

func (keys) PersonalApiKey(_ context.Context, operation client.OperationName) (client.PersonalApiKey, error) {
	switch operation {
	case client.CaptureOperation, client.BatchOperation, client.DecideOperation:
		return client.PersonalApiKey{}, ogenerrors.ErrSkipClientSecurity
	}
	return client.PersonalApiKey{Token: os.Getenv("PERSONAL_KEY")}, nil
}

// Returns the answer of a successful request.
func answer[Answer, Any any](response Any, err error) Answer {
	if err != nil {
		panic(err)
	}
	expected, holds := any(response).(Answer)
	if !holds {
		panic(fmt.Sprintf("%T: %+v", response, response))
	}
	return expected
}

func main() {
	ctx := context.Background()
	api := answer[*client.Client](client.NewClient(os.Getenv("URL"), keys{}))
	project, organization := os.Getenv("PROJECT"), os.Getenv("ORGANIZATION")
	text := client.NewOptString

	capture := client.CaptureRequest{Event: text("seen"), DistinctID: text("ben")}
	captured := answer[*client.EventsAcceptedHeaders](api.Capture(ctx, &capture, client.CaptureParams{}))
	check("capture", captured.Response.Status == 1)
	batch := client.BatchRequest{Batch: []client.Event{{Event: text("seen"), DistinctID: text("ben")}}}
	accepted := answer[*client.EventsAcceptedHeaders](api.Batch(ctx, &batch, client.BatchParams{}))
	check("batch", accepted.Response.Status == 1)

	// The client cannot tell version 2 from others: no field of it is its own.
	decide := func(version client.DecideVersion) client.DecideResponse {
		params := client.DecideParams{V: client.NewOptDecideVersion(version)}
		request := client.DecideRequest{DistinctID: "ben"}
		return answer[*client.DecideResponseHeaders](api.Decide(ctx, &request, params)).Response
	}
	v3 := decide(client.DecideVersion3)
	payload := string(v3.DecideResponseV3.FeatureFlagPayloads["checkout"])
	check("decide v3", v3.IsDecideResponseV3() && payload == `{"color":"#00f"}`)

	list := client.SessionRecordingsListParams{ProjectID: project}
	page := answer[*client.PaginatedSessionRecordingsHeaders](api.SessionRecordingsList(ctx, list))
	person := page.Response.Results[0].Person.Value
	check("recordings", string(person.Properties.Value["plan"]) == `"pro"` && person.ID > 0)
	snapshots := client.SessionRecordingsSnapshotsRetrieveParams{ProjectID: project, ID: "visit"}
	sources := answer[*client.SessionRecordingSnapshotsHeaders](api.SessionRecordingsSnapshotsRetrieve(ctx, snapshots))
	snapshots.Source = client.NewOptStoragePlace(sources.Response.Sources[0].Source)
	lines := answer[*client.SessionRecordingsSnapshotsRetrieveOKApplicationXNdjsonHeaders](
		api.SessionRecordingsSnapshotsRetrieve(ctx, snapshots))
	first, _ := bufio.NewReader(lines.Response).ReadBytes('\n')
	// The client has no type for a line.
	var line map[string]any
	check("snapshots", json.Unmarshal(first, &line) == nil && line["window_id"] == "visit")

	single := client.InviteRequest{TargetEmail: "single.ogen@example.com"}
	create := client.InvitesCreateParams{ParentLookupOrganizationID: organization}
	invite := answer[*client.InviteHeaders](api.InvitesCreate(ctx, &single, create))
	check("invite", invite.Response.TargetEmail == single.TargetEmail)
	several := client.InviteBulkRequest{{TargetEmail: "several.ogen@example.com"}}
	createAll := client.InvitesBulkCreateParams{ParentLookupOrganizationID: organization}
	invites := answer[*client.InviteBulkResponseHeaders](api.InvitesBulkCreate(ctx, several, createAll))
	check("invites", invites.Response[0].TargetEmail == several[0].TargetEmail)
}
