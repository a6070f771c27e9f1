"""Compares a document with purchase orders from a CSV."""

import csv
import io
import re
import unicodedata
from decimal import Decimal, InvalidOperation


def datapoints_of(nodes, schema_id):
    """The datapoints of a field, in the order of the document."""
    for node in nodes:
        if node["category"] == "datapoint":
            if schema_id and node["schema_id"] == schema_id:
                yield node
        else:
            yield from datapoints_of(node["children"], schema_id)


def value_of(node):
    return ((node["content"] or {}).get("value") or "").strip()


def folded(text):
    """Letters and digits only, without case and accents: "PO-1001" and "po 1001" are equal."""
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss")).casefold()
    return "".join(character for character in text if character.isalnum())


def supplier_words(text):
    """The words of a company's name without its legal form."""
    legal = {"ag", "as", "bv", "co", "company", "gmbh", "inc", "kg", "limited", "llc", "ltd", "nv", "oy", "sa", "sarl", "sas", "se", "spa", "srl", "sro"}
    # "s.r.o." is one word.
    words = {folded(word) for word in re.split(r"[\s,&/()]+", text)} - {""}
    return words - legal or words


def amount_of(text, decimal_separator):
    """An amount of the CSV; None if it is empty. Raises ValueError if it is not a number."""
    digits = re.sub(r"[\s'\u00a0\u202f]", "", text)
    thousands = "," if decimal_separator == "." else "."
    digits = digits.replace(thousands, "").replace(decimal_separator, ".")
    if not digits:
        return None
    if not re.fullmatch(r"[+-]?\d+(\.\d+)?", digits, re.ASCII):
        raise ValueError(f"{text} is not a number")
    return Decimal(digits)


def read_orders(settings):
    """The rows of the CSV by folded order number. Raises ValueError with a sentence for the user."""
    text = settings["orders"].lstrip("\ufeff\r\n ")
    header = text.splitlines()[0] if text else ""
    delimiter = max(",;\t", key=header.count)
    rows = list(csv.DictReader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    columns = {key: name for key, name in settings["columns"].items() if name}
    names = [name.strip() for name in header.replace('"', "").split(delimiter)]
    missing = [name for name in columns.values() if name not in names]
    if missing:
        raise ValueError(f"The list of orders has no column {', '.join(missing)}; its columns are {', '.join(names)}.")
    orders = {}
    for line, row in enumerate(rows, start=2):
        row = {(name or "").strip(): value if isinstance(value, str) else "" for name, value in row.items()}
        order = {key: row.get(name, "").strip() for key, name in columns.items()}
        if not folded(order["order"]):
            continue
        try:
            order["amount"] = amount_of(order.get("amount", ""), settings["decimal_separator"])
        except ValueError as error:
            raise ValueError(f"Row {line} of the list of orders: {error}.") from None
        # An order with several rows, for example one per item.
        orders.setdefault(folded(order["order"]), []).append(order)
    return orders


def svc_hook_request_handler(payload):
    settings = payload["settings"]
    content = payload["annotation"]["content"]
    messages, operations = [], []

    def report(text, node=None):
        messages.append({**({"id": node["id"]} if node else {}), "type": settings["type"], "content": text})

    try:
        orders = read_orders(settings)
    except (ValueError, csv.Error) as error:
        report(str(error))
        return {"messages": messages}

    matched = {}
    numbers = [node for node in datapoints_of(content, settings["order_number"]) if value_of(node)]
    for node in numbers:
        found = orders.get(folded(value_of(node)))
        if found is None:
            report(f"No open order has the number {value_of(node)}.", node)
            continue
        matched[folded(value_of(node))] = found
        sources = node.get("validation_sources") or []
        if "data_matching" not in sources:
            operations.append({"op": "replace", "id": node["id"], "value": {"validation_sources": [*sources, "data_matching"]}})
    if not numbers:
        report("The document has no order number.", next(datapoints_of(content, settings["order_number"]), None))
    # Amounts and suppliers can only be compared if all orders are known.
    if matched and not messages:
        rows = [row for found in matched.values() for row in found]
        compare_supplier(content, settings, rows, report)
        compare_total(content, settings, rows, report)
    blockers = [{"content": message["content"], **({"id": message["id"]} if "id" in message else {})} for message in messages]
    return {"messages": messages, "operations": operations, "automation_blockers": blockers}


def compare_supplier(content, settings, rows, report):
    expected = sorted({row["supplier"] for row in rows if row.get("supplier")})
    for node in datapoints_of(content, settings.get("supplier")):
        words = supplier_words(value_of(node))
        if not value_of(node) or not expected:
            continue
        if not any(words <= supplier_words(name) or supplier_words(name) <= words for name in expected):
            report(f"The order is of {', '.join(expected)}, but the document is of {value_of(node)}.", node)


def compare_total(content, settings, rows, report):
    currencies = sorted({row["currency"].upper() for row in rows if row.get("currency")})
    for node in datapoints_of(content, settings.get("currency")):
        if value_of(node) and currencies and value_of(node).upper() not in currencies:
            report(f"The order is in {', '.join(currencies)}, but the document in {value_of(node).upper()}.", node)
            return
    total = next((node for node in datapoints_of(content, settings.get("total")) if value_of(node)), None)
    amounts = [row["amount"] for row in rows if row["amount"] is not None]
    if total is None or not amounts:
        return
    try:
        value = Decimal(total["content"].get("normalized_value") or "")
    except InvalidOperation:
        report(f"{value_of(total)} cannot be compared with the order, because it is not a number.", total)
        return
    ordered = sum(amounts, Decimal(0))
    # Credit notes have negative totals and exceed no order.
    if value > ordered * (1 + Decimal(str(settings["tolerance_percent"])) / 100):
        report(f"The total {value:.2f} exceeds the open amount {ordered:.2f} of the order by {value - ordered:.2f}.", total)
