"""Warns about dates that are unlikely."""

from datetime import date, datetime, timezone


def datapoints_of(nodes, schema_id):
    """The datapoints of a field, in the order of the document."""
    for node in nodes:
        if node["category"] == "datapoint":
            if schema_id and node["schema_id"] == schema_id:
                yield node
        else:
            yield from datapoints_of(node["children"], schema_id)


def days(count):
    return "1 day" if count == 1 else f"{count} days"


def svc_hook_request_handler(payload):
    settings = payload["settings"]
    annotation = payload["annotation"]
    messages = []

    def report(node, text):
        messages.append({"id": node["id"], "type": settings["type"], "content": text})

    def dates_of(name):
        """The dates of a field with their datapoints; unreadable values get a message."""
        found = []
        for node in datapoints_of(annotation["content"], settings.get(name)):
            content = node["content"] or {}
            text = (content.get("value") or "").strip()
            if not text:
                continue
            try:
                found.append((date.fromisoformat(content.get("normalized_value") or ""), node))
            except ValueError:
                report(node, f"{text} is not a date.")
        return found

    # The age of a document counts from its arrival, so that it does not change while the document waits for review.
    arrival = annotation.get("arrived_at") or annotation.get("created_at")
    arrived = date.fromisoformat(arrival[:10]) if arrival else datetime.now(timezone.utc).date()
    issues = dates_of("issue_date")
    for issued, node in issues:
        age = (arrived - issued).days
        if -age > settings["max_future_days"]:
            report(node, f"The date of issue {issued} is {days(-age)} after the arrival of the document ({arrived}).")
        elif age > settings["max_age_days"]:
            report(node, f"The document was issued on {issued}, {days(age)} before its arrival ({arrived}).")
    issued = issues[0][0] if issues else None
    for due, node in dates_of("due_date"):
        if issued and due < issued:
            report(node, f"The due date {due} is before the date of issue {issued}.")
        elif issued and (due - issued).days > settings["max_payment_days"]:
            report(node, f"The due date {due} is {days((due - issued).days)} after the date of issue {issued}.")
    for taxed, node in dates_of("tax_date"):
        distance = abs((taxed - issued).days) if issued else 0
        if distance > settings["max_tax_days"]:
            side = "before" if taxed < issued else "after"
            report(node, f"The tax point date {taxed} is {days(distance)} {side} the date of issue {issued}.")
    return {"messages": messages}
