"""Uses the Python client that openapi-generator has generated as `sheaf_client`; the settings are environment variables."""

import json
import os
import time

import sheaf_client
from sheaf_client.api.annotations_api import AnnotationsApi
from sheaf_client.api.auth_api import AuthApi
from sheaf_client.api.queues_api import QueuesApi
from sheaf_client.api.tasks_api import TasksApi
from sheaf_client.api.uploads_api import UploadsApi
from sheaf_client.models.login_request import LoginRequest


def id_of(url: str) -> int:
    return int(url.rstrip("/").rsplit("/", 1)[1])


configuration = sheaf_client.Configuration(host=os.environ["API"])
client = sheaf_client.ApiClient(configuration)
body = LoginRequest(username=os.environ["USERNAME"], password=os.environ["PASSWORD"])
configuration.access_token = AuthApi(client).login(login_request=body).key

queues = QueuesApi(client)
queue = queues.queues_retrieve(queues.queues_list(page_size=5).results[0].id)

with open(os.environ["DOCUMENT"], "rb") as file:
    content = file.read()
uploads = UploadsApi(client)
created = uploads.uploads_create(queue=queue.id, content=[("invoice.pdf", content)])
tasks = TasksApi(client)
for _ in range(600):
    task = tasks.tasks_retrieve(id_of(created.url), no_redirect=True)
    if task.status != "running":
        break
    time.sleep(0.5)
assert task.status == "succeeded", task
upload = uploads.uploads_retrieve(id_of(task.result_url))

annotations = AnnotationsApi(client)
[annotation] = annotations.annotations_list(id=str(id_of(upload.annotations[0]))).results
assert annotation.status in ("to_review", "exported"), annotation.status

content = annotations.annotations_get_id_content(annotation.id).content
assert content and all(node.category == "section" for node in content), content

export = queues.queues_get_id_export_without_preload_content(queue.id, format="json")
assert any(one["id"] == annotation.id for one in json.loads(export.data)["results"]), export.data
rows = queues.queues_get_id_export_without_preload_content(queue.id, format="csv").data.decode()
assert len(rows.splitlines()) >= 2, rows
print(f"Annotation {annotation.id}: {len(content)} sections, {len(rows.splitlines())} lines of CSV.")
