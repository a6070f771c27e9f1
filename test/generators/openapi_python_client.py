"""Uses the client that openapi-python-client has generated as `sheaf_client`; the settings are environment variables."""

import io
import json
import os
import time

from sheaf_client import AuthenticatedClient, Client
from sheaf_client.api.annotations import annotations_get_id_content, annotations_list
from sheaf_client.api.auth import login
from sheaf_client.api.queues import queues_get_id_export, queues_list, queues_retrieve
from sheaf_client.api.tasks import tasks_retrieve
from sheaf_client.api.uploads import uploads_create, uploads_retrieve
from sheaf_client.models import LoginBody, QueuesGetIdExportFormat, UploadsCreateBody
from sheaf_client.models.annotations_status import AnnotationsStatus
from sheaf_client.types import File


def id_of(url: str) -> int:
    return int(url.rstrip("/").rsplit("/", 1)[1])


API = os.environ["API"]
body = LoginBody(username=os.environ["USERNAME"], password=os.environ["PASSWORD"])
token = login.sync(client=Client(base_url=API), body=body)
client = AuthenticatedClient(base_url=API, token=token.key, raise_on_unexpected_status=True)

queues = queues_list.sync(client=client, page_size=5)
assert queues.pagination.total >= 1, queues
queue = queues_retrieve.sync(id=queues.results[0].id, client=client)
assert queue == queues.results[0], "A list and a single object have the same type."

with open(os.environ["DOCUMENT"], "rb") as file:
    content = File(payload=io.BytesIO(file.read()), file_name="invoice.pdf", mime_type="application/pdf")
created = uploads_create.sync(client=client, queue=queue.id, body=UploadsCreateBody(content=[content]))
for _ in range(600):
    task = tasks_retrieve.sync(id=id_of(created.url), client=client, no_redirect=True)
    if task.status != "running":
        break
    time.sleep(0.5)
assert task.status == "succeeded", task
upload = uploads_retrieve.sync(id=id_of(task.result_url), client=client)

[annotation_url] = upload.annotations
annotations = annotations_list.sync(client=client, id=str(id_of(annotation_url)))
[annotation] = annotations.results
assert annotation.status in (AnnotationsStatus.TO_REVIEW, AnnotationsStatus.EXPORTED), annotation.status

content = annotations_get_id_content.sync(id=annotation.id, client=client)
assert [node.category for node in content.content].count("section") == len(content.content) > 0

export = queues_get_id_export.sync(id=queue.id, client=client, format_=QueuesGetIdExportFormat.JSON)
assert any(one["id"] == annotation.id for one in json.loads(export)["results"]), export
rows = queues_get_id_export.sync(id=queue.id, client=client, format_=QueuesGetIdExportFormat.CSV)
assert len(rows.splitlines()) >= 2, rows
print(f"Annotation {annotation.id}: {len(content.content)} sections, {len(rows.splitlines())} lines of CSV.")
