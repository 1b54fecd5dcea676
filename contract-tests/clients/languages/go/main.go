// Uses posthog-go as a program does. Reads a task (JSON) from a file, prints what the library returned as JSON.
package main

import (
	"encoding/json"
	"os"

	"github.com/posthog/posthog-go"
)

type person struct {
	DistinctId       string
	Groups           posthog.Groups
	PersonProperties posthog.Properties
	GroupProperties  map[string]posthog.Properties
}

type task struct {
	Name        string
	Event       string
	Host        string
	ProjectKey  string `json:"project_key"`
	PersonalKey string `json:"personal_key"`
	Order       posthog.Properties
	Flags       []string
	Persons     []person
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func open(job task, personalKey string) posthog.Client {
	config := posthog.Config{Endpoint: job.Host, PersonalApiKey: personalKey}
	client, err := posthog.NewWithConfig(job.ProjectKey, config)
	check(err)
	return client
}

func payload(client posthog.Client, one person) string {
	found, err := client.GetFeatureFlagPayload(posthog.FeatureFlagPayload{Key: "everybody", DistinctId: one.DistinctId})
	check(err)
	return found
}

func allFlags(client posthog.Client, one person, locally bool) map[string]interface{} {
	flags, err := client.GetAllFlags(posthog.FeatureFlagPayloadNoKey{
		DistinctId: one.DistinctId, Groups: one.Groups, PersonProperties: one.PersonProperties,
		GroupProperties: one.GroupProperties, OnlyEvaluateLocally: locally,
	})
	check(err)
	return flags
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	check(err)
	var job task
	check(json.Unmarshal(content, &job))
	rider := "rider-" + job.Name

	library := open(job, job.PersonalKey)
	check(library.Enqueue(posthog.Identify{DistinctId: rider, Properties: posthog.Properties{"plan": "pro"}}))
	check(library.Enqueue(posthog.Alias{DistinctId: rider, Alias: "browser-" + job.Name}))
	groups := posthog.Groups{"company": "nordlys"}
	check(library.Enqueue(posthog.Capture{DistinctId: rider, Event: job.Event, Properties: job.Order, Groups: groups}))
	seats := posthog.Properties{"seats": 40}
	check(library.Enqueue(posthog.GroupIdentify{Type: "company", Key: "nordlys", Properties: seats}))

	remote := open(job, "")
	first := job.Persons[0]
	result := map[string]interface{}{
		"payload": payload(remote, first),
		"remote":  allFlags(remote, first, false),
	}
	local := map[string]interface{}{}
	check(library.ReloadFeatureFlags())
	for _, one := range job.Persons {
		local[one.DistinctId] = allFlags(library, one, true)
	}
	result["local"] = local
	check(library.Close())
	check(remote.Close())
	check(json.NewEncoder(os.Stdout).Encode(result))
}
