"""Calls the API with the published, unmodified Python client.

Every public method of the client is called at least once, or listed in LATER with the reason. Any other method fails the run, so that
a new release of the client is noticed. Environment: BASE_URL (ends in /api/v1), USERNAME, PASSWORD, DOCUMENT (a PDF file).
"""

import inspect
import os
import sys
import traceback

from rossum_api import SyncRossumAPIClient
from rossum_api.domain_logic.annotations import ExportFileFormats
from rossum_api.dtos import Token, UserCredentials
from rossum_api.exceptions import APIClientError

BASE, DOCUMENT = os.environ["BASE_URL"], os.environ["DOCUMENT"]

# Methods that a later release of this service will support, or that the client itself does not implement.
LATER = {
    "change_user_password": "raises NotImplementedError in the client",
    "reset_user_password": "raises NotImplementedError in the client",
    "import_email": "receiving mail",
    "retrieve_automation_insights": "automation statistics",
    "retrieve_automation_projections": "automation statistics",
    "list_automation_targets": "automation statistics",
    "create_new_automation_target": "automation statistics",
}

called: set[str] = set()


class Recorder:
    """The client, which records the methods that were called."""

    def __init__(self, client: SyncRossumAPIClient):
        self.client = client

    def __getattr__(self, name: str):
        value = getattr(self.client, name)
        if not callable(value):
            return value

        def call(*args, **kwargs):
            called.add(name)
            result = value(*args, **kwargs)
            # Lists are generators, which send requests only when they are read.
            return list(result) if inspect.isgenerator(result) else result

        return call


def id_of(url: str) -> int:
    return int(url.rstrip("/").split("/")[-1])


def refused(status: int, call, *args) -> None:
    try:
        call(*args)
    except APIClientError as error:
        assert error.status_code == status, f"expected {status}, got {error.status_code}: {error}"
    else:
        raise AssertionError(f"expected {status}, but it was accepted")


def log_in() -> Recorder:
    password = UserCredentials(os.environ["USERNAME"], os.environ["PASSWORD"])
    client = Recorder(SyncRossumAPIClient(base_url=BASE, credentials=password))
    client.authenticate()
    token = client.client.internal_client.token
    refused(401, Recorder(SyncRossumAPIClient(base_url=BASE, credentials=Token("0" * 40))).retrieve_own_organization)
    return Recorder(SyncRossumAPIClient(base_url=BASE, credentials=Token(token)))


def walk_organization(client: Recorder) -> dict:
    own = client.retrieve_own_organization()
    assert client.retrieve_my_organization().id == own.id
    assert [found.id for found in client.list_organizations(ordering=["id"], id=own.id)] == [own.id]
    assert client.retrieve_organization(own.id).name == own.name
    assert client.retrieve_organization_limit(own.id).email_limits is not None
    groups = client.list_organization_groups()
    assert client.retrieve_organization_group(groups[0].id).name == groups[0].name

    roles = {role.name: role.url for role in client.list_user_roles(ordering=["name"])}
    user = client.create_new_user(
        {"username": f"walker-{os.getpid()}@example.org", "password": "correct Horse 7 battery", "organization": own.url,
         "groups": [roles["annotator"]]}
    )
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
         "constraints": {"required": False}},
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


def walk_annotations(client: Recorder, made: dict) -> None:
    queue = made["queue"]
    (first,) = client.import_document(queue.id, [(DOCUMENT, "walk.pdf")], {"upload:unit": "A"}, {"from": "walk"})
    assert client.poll_annotation_until_imported(first, sleep_s=1).status == "to_review"
    (task,) = client.upload_document(queue.id, [(DOCUMENT, "again.pdf")])
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
    token = Token(client.client.internal_client.token)
    plain = Recorder(SyncRossumAPIClient(base_url=BASE, credentials=token, deserializer=lambda _resource, payload: payload))
    (exported,) = plain.export_annotations_to_json(queue.id, status="exported")
    assert exported["content"][0]["children"][0]["value"] == "W-1"
    for form, start in [("csv", b"Number"), ("xml", b"<?xml"), ("xlsx", b"PK")]:
        sent = b"".join(client.export_annotations_to_file(queue.id, ExportFileFormats(form), id=first))
        assert sent.startswith(start), (form, sent[:20])
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
        {"name": "Walk", "type": "webhook", "queues": [queue.url], "events": ["annotation_status.changed"],
         "config": {"url": "https://hooks.example.org/walk", "secret": "keep me"}, "secrets": {"key": "keep me too"}}
    )
    assert client.retrieve_hook(hook.id).secrets == {}
    assert hook.id in [found.id for found in client.list_hooks(ordering=["name"], queue=queue.id)]
    assert client.update_part_hook(hook.id, {"active": False}).active is False
    assert client.list_hook_run_data(hook=hook.id) == []
    templates = client.list_hook_templates()
    assert client.retrieve_hook_template(templates[0].id).name == templates[0].name
    client.delete_hook(hook.id)

    action = {"id": "say", "type": "show_message", "event": "validation", "payload": {"type": "info", "content": "Hello"}}
    rule = client.create_new_rule(
        {"name": "Walk", "schema": made["schema"].url, "queues": [queue.url], "trigger_condition": "True", "actions": [action]}
    )
    assert client.retrieve_rule(rule.id).actions[0].id == "say"
    assert rule.id in [found.id for found in client.list_rules(ordering=["id"], schema=made["schema"].id)]
    assert client.update_part_rule(rule.id, {"enabled": False}).enabled is False
    assert client.list_rules_execution_logs(rule=rule.id) == []
    client.delete_rule(rule.id)

    connector = client.create_new_connector(
        {"name": "Walk", "queues": [queue.url], "service_url": "https://connector.example.org", "authorization_token": "keep me"}
    )
    assert client.retrieve_connector(connector.id).service_url == "https://connector.example.org"
    assert connector.id in [found.id for found in client.list_connectors(ordering=["name"])]


def walk_mail_and_engines(client: Recorder, made: dict) -> None:
    queue = made["queue"]
    inbox = client.create_new_inbox({"name": "Walk", "queues": [queue.url], "email_prefix": "walk"})
    assert inbox.email.startswith("walk-")
    refused(404, client.retrieve_email, 999999999)
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
        for name, _ in inspect.getmembers(SyncRossumAPIClient, callable)
        if not name.startswith("_") and name not in ("internal_client",)
    }
    for name in sorted(offered - called - set(LATER)):
        failures += 1
        print(f"FAIL  {name} was never called")
    print(f"{len(called & offered)} of {len(offered)} calls of the client made, {len(LATER)} left for later, {failures} failed")
    return 1 if failures else 0


sys.exit(main())
