// Uses the client that oapi-codegen has generated as package api; the settings are environment variables.
package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"example.org/generated/api"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func demand(isTrue bool, found any) {
	if !isTrue {
		panic(fmt.Sprintf("unexpected: %v", found))
	}
}

func idOf(url string) int {
	id, err := strconv.Atoi(url[strings.LastIndex(url, "/")+1:])
	check(err)
	return id
}

func form(path string) (string, *bytes.Buffer) {
	content, err := os.ReadFile(path)
	check(err)
	body := &bytes.Buffer{}
	writer := multipart.NewWriter(body)
	part, err := writer.CreateFormFile("content", "invoice.pdf")
	check(err)
	_, err = part.Write(content)
	check(err)
	check(writer.Close())
	return writer.FormDataContentType(), body
}

func main() {
	ctx := context.Background()
	key := ""
	bearer := func(_ context.Context, request *http.Request) error {
		if key != "" {
			request.Header.Set("Authorization", "Bearer "+key)
		}
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("API"), api.WithRequestEditorFn(bearer))
	check(err)
	login, err := client.LoginWithResponse(ctx, api.LoginJSONRequestBody{Username: os.Getenv("USERNAME"), Password: os.Getenv("PASSWORD")})
	check(err)
	key = login.JSON200.Key

	queues, err := client.QueuesListWithResponse(ctx, &api.QueuesListParams{})
	check(err)
	var queue api.Queues = queues.JSON200.Results[0]

	contentType, body := form(os.Getenv("DOCUMENT"))
	created, err := client.UploadsCreateWithBodyWithResponse(ctx, &api.UploadsCreateParams{Queue: queue.Id}, contentType, body)
	check(err)
	stay := true
	var task *api.Tasks
	for range 600 {
		answer, err := client.TasksRetrieveWithResponse(ctx, idOf(created.JSON202.Url), &api.TasksRetrieveParams{NoRedirect: &stay})
		check(err)
		task = answer.JSON200
		if task.Status != "running" {
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	demand(task.Status == "succeeded", task)
	upload, err := client.UploadsRetrieveWithResponse(ctx, idOf(*task.ResultUrl))
	check(err)

	id := strconv.Itoa(idOf(upload.JSON200.Annotations[0]))
	annotations, err := client.AnnotationsListWithResponse(ctx, &api.AnnotationsListParams{Id: &id})
	check(err)
	var annotation api.Annotations = annotations.JSON200.Results[0]
	demand(annotation.Status == "to_review" || annotation.Status == "exported", annotation.Status)

	content, err := client.AnnotationsGetIdContentWithResponse(ctx, annotation.Id, &api.AnnotationsGetIdContentParams{})
	check(err)
	demand(content.JSON200 != nil && len(content.JSON200.Content) > 0 && content.JSON200.Content[0].Category == "section", string(content.Body))

	format := api.QueuesGetIdExportParamsFormat("csv")
	rows, err := client.QueuesGetIdExportWithResponse(ctx, queue.Id, &api.QueuesGetIdExportParams{Format: &format})
	check(err)
	demand(rows.StatusCode() == 200 && bytes.Count(rows.Body, []byte("\n")) >= 2, string(rows.Body))
	format = "json"
	exported, err := client.QueuesGetIdExportWithResponse(ctx, queue.Id, &api.QueuesGetIdExportParams{Format: &format})
	check(err)
	demand(exported.JSON200 != nil, string(exported.Body))
	fmt.Printf("Annotation %d: %d sections, %d bytes of CSV.\n", annotation.Id, len(content.JSON200.Content), len(rows.Body))
}
