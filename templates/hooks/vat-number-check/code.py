"""Checks format and check digits of VAT numbers. The algorithms are those that the national tax offices publish."""

import re


def weighted(digits, weights):
    return sum(int(digit) * weight for digit, weight in zip(digits, weights))


def luhn(digits):
    """The digit that follows these digits by the algorithm of Luhn."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        product = int(digit) * (2 if index % 2 == 0 else 1)
        total += product // 10 + product % 10
    return str(-total % 10)


# Each function returns the correct check characters of a number whose format is right; None if no number can have its other digits, or "" if
# its kind has no check digit.


def austria(body):
    products = [int(digit) * weight for digit, weight in zip(body[1:8], (1, 2, 1, 2, 1, 2, 1))]
    return str(-(sum(product // 10 + product % 10 for product in products) + 4) % 10)


def belgium(body):
    return f"{97 - int(body[:8]) % 97:02}"


def czechia(body):
    if len(body) == 8:
        return str((11 - weighted(body, (8, 7, 6, 5, 4, 3, 2)) % 11) % 10)
    if len(body) == 10:
        # Birth numbers: divisible by 11; until 1985 the digit 0 was also given for the remainder 10.
        return str(int(body[:9]) % 11 % 10)
    return ""


def denmark(body):
    rest = weighted(body, (2, 7, 6, 5, 4, 3, 2)) % 11
    return None if rest == 1 else str((11 - rest) % 11)


def germany(body):
    product = 10
    for digit in body[:8]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return str((11 - product) % 10)


def spain(body):
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    if body[0].isdigit():
        return letters[int(body[:8]) % 23]
    if body[0] in "XYZ":
        return letters[int(str("XYZ".index(body[0])) + body[1:8]) % 23]
    if body[0] in "KLM":
        return letters[int(body[1:8]) % 23]
    digit = luhn(body[1:8])
    # Companies have a digit, public bodies and foreign companies the letter of the same place.
    letter = "JABCDEFGHI"[int(digit)]
    if body[0] in "PQRSNW":
        return letter
    return letter if body[8].isalpha() and body[0] not in "ABEH" else digit


def france(body):
    key, siren = body[:2], body[2:]
    if key.isdigit():
        return f"{(12 + 3 * (int(siren) % 97)) % 97:02}"
    alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    first, second = alphabet.index(key[0]), alphabet.index(key[1])
    value = first * 24 + second - 10 if key[0].isdigit() else first * 34 + second - 100
    return key if (int(siren) + 1 + value // 11) % 11 == value % 11 else None


def finland(body):
    rest = weighted(body, (7, 9, 10, 5, 8, 4, 2)) % 11
    return None if rest == 1 else str((11 - rest) % 11)


def greece(body):
    return str(weighted(body, (256, 128, 64, 32, 16, 8, 4, 2)) % 11 % 10)


def luxembourg(body):
    return f"{int(body[:6]) % 89:02}"


def netherlands(body):
    """Companies: mod 11. Sole traders: mod 97 over the whole number, with letters as in an IBAN."""
    if int("".join(str(int(character, 36)) for character in "NL" + body)) % 97 == 1:
        return body[8]
    rest = weighted(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return None if rest == 10 else str(rest)


def poland(body):
    rest = weighted(body, (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11
    return None if rest == 10 else str(rest)


def portugal(body):
    return str((11 - weighted(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 11 % 10)


def slovakia(body):
    rest = int(body[:9] + "0") % 11
    return None if rest == 1 else str((11 - rest) % 11)


def slovenia(body):
    rest = weighted(body, (8, 7, 6, 5, 4, 3, 2)) % 11
    return None if rest == 0 else str((11 - rest) % 10)


# Country: format, its explanation, place of the check characters, and the function of these characters.
COUNTRIES = {
    "AT": (r"U\d{8}", "ATU and 8 digits", slice(8, 9), austria),
    "BE": (r"[01]\d{9}", "BE and 10 digits, the first of them 0 or 1", slice(8, 10), belgium),
    "CZ": (r"\d{8,10}", "CZ and 8 to 10 digits", slice(-1, None), czechia),
    "DE": (r"[1-9]\d{8}", "DE and 9 digits, the first of them not 0", slice(8, 9), germany),
    "DK": (r"\d{8}", "DK and 8 digits", slice(7, 8), denmark),
    "EL": (r"\d{9}", "EL and 9 digits", slice(8, 9), greece),
    "ES": (r"[A-HJ-NP-SU-Z0-9]\d{7}[A-Z0-9]", "ES, a letter or digit, 7 digits, and a letter or digit", slice(8, 9), spain),
    "FI": (r"\d{8}", "FI and 8 digits", slice(7, 8), finland),
    "FR": (r"[A-HJ-NP-Z0-9]{2}\d{9}", "FR, two characters, and the 9 digits of the SIREN", slice(0, 2), france),
    "IT": (r"\d{11}", "IT and 11 digits", slice(10, 11), lambda body: luhn(body[:10])),
    "LU": (r"\d{8}", "LU and 8 digits", slice(6, 8), luxembourg),
    "NL": (r"\d{9}B\d{2}", "NL, 9 digits, B, and 2 digits", slice(8, 9), netherlands),
    "PL": (r"\d{10}", "PL and 10 digits", slice(9, 10), poland),
    "PT": (r"[1-9]\d{8}", "PT and 9 digits, the first of them not 0", slice(8, 9), portugal),
    "SE": (r"\d{10}01", "SE, 10 digits, and 01", slice(9, 10), lambda body: luhn(body[:9])),
    "SI": (r"[1-9]\d{7}", "SI and 8 digits, the first of them not 0", slice(7, 8), slovenia),
    "SK": (r"[1-9]\d{9}", "SK and 10 digits, the first of them not 0", slice(9, 10), slovakia),
}
# Codes of countries whose numbers are accepted without a check.
UNCHECKED = {"BG", "CH", "CY", "EE", "EU", "GB", "HR", "HU", "IE", "IM", "LT", "LV", "MT", "NO", "RO", "XI"}


def problem_of(text, default_country):
    """What is wrong with a VAT number, as a sentence; None if nothing is."""
    number = re.sub(r"[\s.\-/]", "", text).upper()
    country, body = number[:2], number[2:]
    if not country.isalpha() or (country not in COUNTRIES and country not in UNCHECKED and country != "GR"):
        if not default_country:
            return f"{text} does not begin with the code of a European country, such as DE."
        country, body = default_country, number
    country = "EL" if country == "GR" else country
    if country not in COUNTRIES:
        return None
    form, explanation, place, correct = COUNTRIES[country]
    # Belgian numbers from before 2005 have 9 digits.
    if country == "BE" and re.fullmatch(r"[1-9]\d{8}", body, re.ASCII):
        body = "0" + body
    if not re.fullmatch(form, body, re.ASCII):
        return f"{text} is not a VAT number: numbers of this country are {explanation}."
    if country == "ES" and body[0].isdigit() and body[8].isdigit():
        return f"{text} is not a VAT number: Spanish numbers begin or end with a letter."
    right = correct(body)
    given = body[place]
    if right is None:
        return f"{text} is not a VAT number: its digits contradict each other. Compare each of them with the document."
    if right not in ("", given):
        what = "check digit" if len(given) == 1 else "check digits"
        return (
            f"{text} is not a VAT number: the {what} would be {right}, but the number has {given}. "
            "At least one character is wrong; compare each of them with the document."
        )
    return None


def datapoints_of(nodes, schema_id):
    """The datapoints of a field, in the order of the document."""
    for node in nodes:
        if node["category"] == "datapoint":
            if node["schema_id"] == schema_id:
                yield node
        else:
            yield from datapoints_of(node["children"], schema_id)


def svc_hook_request_handler(payload):
    settings = payload["settings"]
    messages = []
    for field in settings["fields"]:
        for node in datapoints_of(payload["annotation"]["content"], field):
            text = ((node["content"] or {}).get("value") or "").strip()
            problem = problem_of(text, settings["default_country"]) if text else None
            if problem:
                messages.append({"id": node["id"], "type": settings["type"], "content": problem})
    return {"messages": messages}
