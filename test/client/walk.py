"""Calls the API with the published, unmodified Python client.

Every public method of the client is called at least once, or listed in LATER with the reason. Any other method fails the run, so that
a new release of the client is noticed. The client converts every response to its typed models and raises an error if one does not fit.
Environment: BASE_URL (ends in /api/v1), USERNAME, PASSWORD, DOCUMENT (a PDF file), CLIENT (`sync` or `async`), and VENDOR_NAMES (`1` if the
service runs with COMPAT_VENDOR_NAMES). The service has one log of a rule and one of a hook, with the request id LOGGED.
"""

import asyncio
import inspect
import os
import sys
import traceback

from dacite import DaciteError
from rossum_api import AsyncRossumAPIClient, SyncRossumAPIClient
from rossum_api.domain_logic.annotations import ExportFileFormats
from rossum_api.dtos import Token, UserCredentials
from rossum_api.exceptions import APIClientError

BASE, DOCUMENT, LOGGED = os.environ["BASE_URL"], os.environ["DOCUMENT"], os.environ["LOGGED"]
IS_ASYNC, VENDOR_NAMES = os.environ["CLIENT"] == "async", os.environ["VENDOR_NAMES"] == "1"
Client = AsyncRossumAPIClient if IS_ASYNC else SyncRossumAPIClient
loop = asyncio.new_event_loop()

# Methods that a later release of this service will support, or that the client itself does not implement.
LATER = {
    "change_user_password": "raises NotImplementedError in the client",
    "reset_user_password": "raises NotImplementedError in the client",
    "retrieve_automation_insights": "automation statistics",
    "retrieve_automation_projections": "automation statistics",
    "list_automation_targets": "automation statistics",
    "create_new_automation_target": "automation statistics",
}

called: set[str] = set()


class Recorder:
    """The client, which records the methods that were called. Of the asynchronous client it awaits every result."""

    def __init__(self, client: SyncRossumAPIClient | AsyncRossumAPIClient):
        self.client = client

    def __getattr__(self, name: str):
        value = getattr(self.client, name)
        if not callable(value):
            return value

        def call(*args, **kwargs):
            called.add(name)
            # The asynchronous client starts tasks in some methods, which needs a running loop.
            return loop.run_until_complete(complete(value, args, kwargs)) if IS_ASYNC else read(value(*args, **kwargs))

        return call


def read(result):
    # Lists are generators, which send requests only when they are read.
    return list(result) if inspect.isgenerator(result) else result


async def complete(method, args, kwargs):
    result = method(*args, **kwargs)
    if inspect.isasyncgen(result):
        return [item async for item in result]
    result = await result if inspect.isawaitable(result) else result
    return [item async for item in result] if inspect.isasyncgen(result) else result


def id_of(url: str) -> int:
    return int(url.rstrip("/").split("/")[-1])


def refused(status: int, call, *args, **kwargs) -> None:
    try:
        call(*args, **kwargs)
    except APIClientError as error:
        assert error.status_code == status, f"expected {status}, got {error.status_code}: {error}"
    else:
        raise AssertionError(f"expected {status}, but it was accepted")


def log_in() -> Recorder:
    password = UserCredentials(os.environ["USERNAME"], os.environ["PASSWORD"])
    client = Recorder(Client(base_url=BASE, credentials=password))
    client.authenticate()
    refused(401, Recorder(Client(base_url=BASE, credentials=Token("0" * 40))).retrieve_own_organization)
    return Recorder(Client(base_url=BASE, credentials=Token(token_of(client))))


def token_of(client: Recorder) -> str:
    return client.get_token() if IS_ASYNC else client.client.internal_client.token


def walk_organization(client: Recorder) -> dict:
    own = client.retrieve_own_organization()
    if not IS_ASYNC:
        assert client.retrieve_my_organization().id == own.id
    assert [found.id for found in client.list_organizations(ordering=["id"], id=own.id)] == [own.id]
    assert client.retrieve_organization(own.id).name == own.name
    assert client.retrieve_organization_limit(own.id).email_limits is not None
    groups = client.list_organization_groups()
    assert client.retrieve_organization_group(groups[0].id).name == groups[0].name

    roles = {role.name: role.url for role in client.list_user_roles(ordering=["name"])}
    user = client.create_new_user(
        {"username": f"walker-{os.getpid()}@example.org", "password": "kV9#mT2$wQ", "organization": own.url,
         "groups": [roles["annotator"]]}
    )
    change = {"password": "another kV9#mT2$wQ"}
    refused(400, client.request_json, "PATCH", f"users/{user.id}", json=change)
    assert client.retrieve_user(user.id).username == user.username
    assert user.id in [found.id for found in client.list_users(ordering=["-id"], is_active=True)]
    return {"organization": own, "user": user}


def walk_queues(client: Recorder, made: dict) -> None:
    own = made["organization"]
    workspace = client.create_new_workspace({"name": "Walk", "organization": own.url})
    assert client.retrieve_workspace(workspace.id).name == "Walk"
    assert workspace.id in [found.id for found in client.list_workspaces(ordering=["name"], name="Walk")]

    fields = [
        {"category": "datapoint", "id": "document_id", "label": "Number", "type": "string", "rir_field_names": ["document_id"],
         "constraints": {"required": False}, "hidden": None, "can_export": None},
        {"category": "datapoint", "id": "amount_total", "label": "Total", "type": "number", "rir_field_names": ["amount_total"],
         "constraints": {"required": False}},
    ]
    content = [{"category": "section", "id": "basic", "label": "Basic", "icon": None, "children": fields}]
    schema = client.create_new_schema({"name": "Walk", "content": content})
    assert client.retrieve_schema(schema.id).content[0].id == "basic"
    assert schema.id in [found.id for found in client.list_schemas(name="Walk")]

    queue = client.create_new_queue({"name": "Walk", "workspace": workspace.url, "schema": schema.url})
    assert client.retrieve_queue(queue.id).counts["to_review"] == 0
    assert queue.id in [found.id for found in client.list_queues(ordering=["-id"], workspace=workspace.id)]
    refused(409, client.delete_workspace, workspace.id)
    refused(409, client.delete_schema, schema.id)
    made.update(workspace=workspace, schema=schema, queue=queue)


# The synchronous client reads `results` of responses to uploads, which only COMPAT_VENDOR_NAMES adds.
UPLOADS = VENDOR_NAMES or IS_ASYNC


def refused_upload(client: Recorder, made: dict) -> None:
    """The upload is accepted, but the client cannot read the response."""
    spare = client.create_new_queue({"name": "Spare", "schema": made["schema"].url})
    try:
        client.upload_document(spare.id, [(DOCUMENT, "again.pdf")])
    except KeyError:
        client.delete_queue(spare.id)
    else:
        raise AssertionError("results are sent without COMPAT_VENDOR_NAMES")


def upload(client: Recorder, queue, name: str):
    """Returns the task of an upload."""
    if UPLOADS:
        (task,) = client.upload_document(queue.id, [(DOCUMENT, name)])
        return task
    with open(DOCUMENT, "rb") as file:
        answer = client.request("POST", "uploads", params={"queue": queue.id}, files={"content": (name, file.read())})
    return client.retrieve_task(id_of(answer.json()["url"]))


def walk_annotations(client: Recorder, made: dict) -> None:
    queue = made["queue"]
    if not UPLOADS:
        refused_upload(client, made)
    (first,) = client.import_document(queue.id, [(DOCUMENT, "walk.pdf")], {"upload:unit": "A"}, {"from": "walk"})
    assert client.poll_annotation_until_imported(first, sleep_s=1).status == "to_review"
    task = upload(client, queue, "again.pdf")
    task = client.poll_task_until_succeeded(task.id, sleep_s=1)
    assert client.poll_task(task.id, lambda found: str(found.status.value) == "succeeded").id == task.id
    assert client.retrieve_task(task.id).type is not None
    assert len(client.retrieve_upload(id_of(task.content["upload"])).annotations) == 1
    second = client.upload_and_wait_until_imported(queue.id, DOCUMENT, "third.pdf", sleep_s=1)

    annotation = client.retrieve_annotation(first, sideloads=["documents", "content"])
    assert annotation.metadata == {"from": "walk"} and annotation.document.original_file_name == "walk.pdf"
    assert client.poll_annotation(first, lambda found: found.status == "to_review").id == first
    listed = client.list_annotations(
        ordering=["-created_at"], sideloads=["documents", "content"], content_schema_ids=["document_id"], queue=queue.id
    )
    assert len(listed) == 3 and all(len(found.content) == 1 for found in listed)
    found = client.search_for_annotations({"$and": [{"queue": {"$in": [queue.url]}}, {"status": {"$eq": "to_review"}}]})
    assert len(found) == 3, len(found)
    assert client.search_for_annotations(query_string={"string": "nothing-like-this"}) == []

    client.start_annotation(first)
    client.cancel_annotation(first)
    client.start_annotation(first)
    assert client.retrieve_annotation_processing_duration(first) is not None
    node = next(node for node in listed if node.id == first).content[0]
    client.bulk_update_annotation_data(first, [{"op": "replace", "id": node["id"], "value": {"content": {"value": "W-1"}}}])
    assert client.update_part_annotation(first, {"metadata": {"from": "patch"}}).metadata == {"from": "patch"}
    client.confirm_annotation(first)
    client.poll_annotation(first, lambda found: found.status == "exported", sleep_s=1)
    document = client.retrieve_document(id_of(second.document))
    changed = client.update_annotation(second.id, {"document": document.url, "queue": queue.url, "metadata": {"from": "put"}})
    assert changed.metadata == {"from": "put"}
    client.delete_annotation(second.id)
    assert client.retrieve_annotation(second.id).status == "deleted"

    assert client.retrieve_document_content(document.id)[:5] == b"%PDF-"
    with open(DOCUMENT, "rb") as file:
        new = client.create_new_document("made.pdf", file.read(), {"made": True}, document.url)
    assert new.parent == document.url and new.metadata == {"made": True}
    created = client.create_new_annotation({"status": "created", "document": new.url, "queue": queue.url})
    assert created.status == "created"

    # The JSON export nests schema and document, so its clients use their own mapping.
    token = Token(token_of(client))
    plain = Recorder(Client(base_url=BASE, credentials=token, deserializer=lambda _resource, payload: payload))
    (exported,) = plain.export_annotations_to_json(queue.id, status="exported")
    assert exported["content"][0]["children"][0]["value"] == "W-1"
    for form, start in [("csv", b"Number"), ("xml", b"<?xml"), ("xlsx", b"PK")]:
        sent = b"".join(client.export_annotations_to_file(queue.id, ExportFileFormats(form), id=first))
        assert sent.startswith(start), (form, sent[:20])
    columns = {"columns": ["meta_file_name", "document_id", "status"], "id": first}
    sent = b"".join(client.export_annotations_to_file(queue.id, ExportFileFormats.XML, **columns))
    assert b"W-1" in sent and b"<status>exported</status>" in sent
    made.update(annotation=client.retrieve_annotation(first), other=client.retrieve_annotation(second.id), document=document)


def walk_relations(client: Recorder, made: dict) -> None:
    annotation, document = made["annotation"], made["document"]
    body = {"type": "export", "annotation": annotation.url, "key": "walk", "documents": [document.url]}
    relation = client.create_new_document_relation(body)
    assert client.retrieve_document_relation(relation.id).documents == [document.url]
    assert relation.id in [found.id for found in client.list_document_relations(annotation=annotation.id)]
    assert client.update_document_relation(relation.id, {**body, "key": "put"}).key == "put"
    assert client.update_part_document_relation(relation.id, {"documents": []}).documents == []
    client.delete_document_relation(relation.id)
    refused(404, client.retrieve_document_relation, relation.id)

    attached = {"type": "attachment", "parent": annotation.url, "annotations": [made["other"].url], "key": None}
    made_relation = client.create_new_relation(attached)
    assert made_relation.id in [found.id for found in client.list_relations(parent=annotation.id)]


def walk_extensions(client: Recorder, made: dict) -> None:
    queue = made["queue"]
    hook = client.create_new_hook(
        {"name": "Walk", "type": "webhook", "queues": [queue.url], "events": ["annotation_status"],
         "config": {"url": "https://hooks.example.org/walk", "secret": "keep me"}, "secrets": {"key": "keep me too"}}
    )
    assert [str(event) for event in hook.events] == ["annotation_status.changed"]
    assert client.retrieve_hook(hook.id).secrets == {}
    assert hook.id in [found["id"] for found in client.request_json("GET", "webhooks", params={"page_size": 100})["results"]]
    assert hook.id in [found.id for found in client.list_hooks(ordering=["name"], queue=queue.id)]
    assert client.update_part_hook(hook.id, {"active": False}).active is False
    assert client.list_hook_run_data(hook=hook.id) == []
    (logged,) = client.list_hook_run_data(request_id=LOGGED)
    assert logged.settings == {"limit": 3} and logged.status == "completed"
    walk_templates(client)
    client.delete_hook(hook.id)

    action = {"id": "say", "type": "show_message", "event": "validation", "payload": {"type": "info", "content": "Hello"}}
    move = {"id": "move", "type": "change_queue", "event": "annotation_imported", "payload": {"queue_id": queue.id}}
    hide = {"id": "hide", "type": "hide_field", "event": "validation", "payload": {"schema_ids": ["amount_total"]}}
    source = {"id": "source", "type": "add_validation_source", "event": "validation", "payload": {"schema_id": "amount_total"}}
    custom = {"id": "custom", "type": "custom", "event": "validation", "payload": {"hook_interface": f"{BASE}/hook_interfaces/1"}}
    actions = [action, move, hide, source, custom]
    rule = client.create_new_rule(
        {"name": "Walk", "schema": made["schema"].url, "queues": [queue.url], "trigger_condition": "True", "actions": actions}
    )
    said, moved, hidden, validated, _ = client.retrieve_rule(rule.id).actions
    assert said.id == "say" and moved.payload.queue == queue.url
    assert hidden.payload.schema_id == "amount_total" and validated.payload.schema_ids == ["amount_total"]
    assert rule.id in [found.id for found in client.list_rules(ordering=["id"], schema=made["schema"].id)]
    assert client.update_part_rule(rule.id, {"enabled": False}).enabled is False
    assert client.list_rules_execution_logs(rule=rule.id) == []
    (executed,) = client.list_rules_execution_logs(ordering=["-rule_id"], request_id=LOGGED, search="Logged")
    assert executed.trigger_condition_results == [True, False] and executed.actions == [[{"id": "say"}], None]
    client.delete_rule(rule.id)

    connector = client.create_new_connector(
        {"name": "Walk", "queues": [queue.url], "service_url": "https://connector.example.org", "authorization_token": "keep me"}
    )
    assert client.retrieve_connector(connector.id).service_url == "https://connector.example.org"
    assert connector.id in [found.id for found in client.list_connectors(ordering=["name"])]


def walk_templates(client: Recorder) -> None:
    """The typed model of templates has the vendor's name of the store, so it fits only with COMPAT_VENDOR_NAMES."""
    if VENDOR_NAMES:
        templates = client.list_hook_templates(extension_source="rossum_store")
        assert client.retrieve_hook_template(templates[0].id).name == templates[0].name
        assert client.list_hook_templates(name=templates[0].name) == templates[:1]
        return
    (first,) = client.request_json("GET", "hook_templates", params={"page_size": 1})["results"]
    for call in (client.list_hook_templates, lambda: client.retrieve_hook_template(first["id"])):
        try:
            call()
        except DaciteError:
            continue
        raise AssertionError("the typed model accepts svc_store: COMPAT_VENDOR_NAMES is no longer needed for it")


def walk_mail_and_engines(client: Recorder, made: dict) -> None:
    queue = made["queue"]
    inbox = client.create_new_inbox({"name": "Walk", "queues": [queue.url], "email_prefix": "walk"})
    assert inbox.email.startswith("walk-")
    refused(404, client.retrieve_email, 999999999)
    raw = b"From: sender@example.org\r\nSubject: Imported\r\nMessage-ID: <walk@example.org>\r\n\r\nHello\r\n"
    task = client.poll_task_until_succeeded(id_of(client.import_email(raw, inbox.email)), sleep_s=1)
    assert client.retrieve_email(id_of(task.result_url)).subject == "Imported"
    refused(400, client.import_email, raw, "unknown@example.org")
    letter = {"to": [{"email": "reader@example.org"}], "queue": queue.url, "template_values": {"subject": "Hello", "message": "Hello"}}
    sent = client.request_json("POST", "emails/send", json=letter)
    assert client.retrieve_email(id_of(sent["url"])).inbox == inbox.url
    template = client.create_new_email_template({"name": "Walk", "queue": queue.url, "subject": "Hello", "message": "<p>Hello</p>"})
    assert client.retrieve_email_template(template.id).subject == "Hello"
    assert template.id in [found.id for found in client.list_email_templates(queue=queue.id)]

    engine = client.request_json("POST", "engines", json={"name": "Walk", "type": "extractor"})
    field = {"engine": engine["url"], "name": "document_id", "label": "Number", "type": "string"}
    client.request_json("POST", "engine_fields", json=field)
    assert client.retrieve_engine(engine["id"]).name == "Walk"
    assert engine["id"] in [found.id for found in client.list_engines()]
    assert [found.name for found in client.retrieve_engine_fields(engine["id"])] == ["document_id"]
    assert client.retrieve_engine_queues(engine["id"]) == []


def walk_pages(client: Recorder, made: dict) -> None:
    assert "next" not in client.request_json("GET", "annotations", params={"page": 1})
    by_number = client.request_paginated("annotations", ordering=["id"], page_size=1, queue=made["queue"].id)
    by_cursor = client.request_cursor_paginated("annotations", ordering=["id"], page_size=1, queue=made["queue"].id)
    assert [row["id"] for row in by_number] == [row["id"] for row in by_cursor] and len(by_number) > 1
    assert client.request("GET", "health").status_code == 200


def clean_up(client: Recorder, made: dict) -> None:
    client.delete_queue(made["queue"].id)
    client.delete_schema(made["schema"].id)
    client.delete_workspace(made["workspace"].id)


def main() -> int:
    client = log_in()
    made = walk_organization(client)
    failures = 0
    for part in [walk_queues, walk_annotations, walk_relations, walk_extensions, walk_mail_and_engines, walk_pages, clean_up]:
        try:
            part(client, made)
            print(f"ok    {part.__name__}", flush=True)
        except Exception:
            failures += 1
            print(f"FAIL  {part.__name__}", flush=True)
            traceback.print_exc(file=sys.stdout)
    offered = {
        name
        for name, _ in inspect.getmembers(Client, callable)
        if not name.startswith("_") and name not in ("internal_client",)
    }
    for name in sorted(offered - called - set(LATER)):
        failures += 1
        print(f"FAIL  {name} was never called")
    print(f"{Client.__name__}: {len(called & offered)} of {len(offered)} calls made, {len(LATER)} left for later, {failures} failed")
    return 1 if failures else 0


sys.exit(main())
