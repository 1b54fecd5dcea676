// Uses OpenFeature's OFREP provider as a program does. Reads a task (JSON) from a file, prints decisions as JSON.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

type flag struct {
	Key         string `json:"key"`
	HasVariants bool   `json:"hasVariants"`
}

type task struct {
	Host       string           `json:"host"`
	ProjectKey string           `json:"project_key"`
	Fallback   string           `json:"fallback"`
	Flags      []flag           `json:"flags"`
	Contexts   []map[string]any `json:"contexts"`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var given task
	check(json.Unmarshal(text, &given))
	provider := ofrep.NewProvider(given.Host, ofrep.WithBearerToken(given.ProjectKey))
	check(openfeature.SetProviderAndWait(provider))
	client := openfeature.NewClient("tests")
	ctx := context.Background()

	decide := func(flag flag, evaluation openfeature.EvaluationContext) any {
		if flag.HasVariants {
			value, _ := client.StringValue(ctx, flag.Key, given.Fallback, evaluation)
			return value
		}
		details, err := client.BooleanValueDetails(ctx, flag.Key, false, evaluation)
		if err != nil {
			return string(details.ErrorCode)
		}
		return details.Value
	}

	decisions := map[string]map[string]any{}
	for _, attributes := range given.Contexts {
		targetingKey := attributes["targetingKey"].(string)
		delete(attributes, "targetingKey")
		evaluation := openfeature.NewEvaluationContext(targetingKey, attributes)
		decisions[targetingKey] = map[string]any{}
		for _, flag := range given.Flags {
			decisions[targetingKey][flag.Key] = decide(flag, evaluation)
		}
	}
	anybody := openfeature.NewEvaluationContext("anybody", nil)
	unknown, _ := client.BooleanValueDetails(ctx, "unknown", true, anybody)
	everybody, err := client.BooleanValueDetails(ctx, "everybody", false, anybody)
	check(err)
	payload, err := everybody.FlagMetadata.GetString("payload")
	check(err)
	result := map[string]any{"decisions": decisions, "unknown": unknown.ErrorCode, "payload": payload}
	check(json.NewEncoder(os.Stdout).Encode(result))
}
