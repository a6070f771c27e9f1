"""The module `requests` of functions: the usual calls of that library, over the requests of the service."""

import json as _json
import types as _types
from urllib.parse import urlencode as _urlencode


class CaseInsensitiveDict(dict):
    def __init__(self, values=()):
        super().__init__({str(name).lower(): value for name, value in dict(values).items()})

    def __getitem__(self, name):
        return super().__getitem__(name.lower())

    def __setitem__(self, name, value):
        super().__setitem__(name.lower(), value)

    def __contains__(self, name):
        return super().__contains__(str(name).lower())

    def get(self, name, default=None):
        return super().get(name.lower(), default)


class RequestException(IOError):
    def __init__(self, *values, response=None):
        super().__init__(*values)
        self.response = response


class HTTPError(RequestException):
    pass


class ConnectionError(RequestException):
    pass


class Timeout(RequestException):
    pass


class Response:
    def __init__(self, url, answer):
        self.url = url
        self.status_code = answer["status"]
        self.headers = CaseInsensitiveDict(answer["headers"])
        self.text = answer["body"]
        self.encoding = "utf-8"
        self.reason = ""

    @property
    def content(self):
        return self.text.encode()

    @property
    def ok(self):
        return self.status_code < 400

    def json(self, **options):
        return _json.loads(self.text, **options)

    def raise_for_status(self):
        if not self.ok:
            raise HTTPError(f"{self.status_code} Error for url: {self.url}", response=self)

    def __repr__(self):
        return f"<Response [{self.status_code}]>"


class Session:
    def __init__(self):
        self.headers = CaseInsensitiveDict()
        self.params = {}

    def request(self, method, url, params=None, data=None, json=None, headers=None, auth=None, **_options):
        sent = CaseInsensitiveDict({**self.headers, **CaseInsensitiveDict(headers or {})})
        query = {**self.params, **dict(params or {})}
        if query:
            url += ("&" if "?" in url else "?") + _urlencode(query, doseq=True)
        body = data.decode() if isinstance(data, bytes) else data
        if json is not None:
            body = _json.dumps(json)
            sent.setdefault("content-type", "application/json")
        elif body is not None and not isinstance(body, str):
            body = _urlencode(body, doseq=True)
            sent.setdefault("content-type", "application/x-www-form-urlencoded")
        if auth is not None:
            from base64 import b64encode

            sent["authorization"] = "Basic " + b64encode(f"{auth[0]}:{auth[1]}".encode()).decode()
        values = {name: str(value) for name, value in sent.items()}
        answer = ask("fetch", {"method": method.upper(), "url": str(url), "headers": values, "body": body})
        if "refused" in answer:
            raise ConnectionError(answer["refused"])
        return Response(str(url), answer)

    def get(self, url, **options):
        return self.request("GET", url, **options)

    def head(self, url, **options):
        return self.request("HEAD", url, **options)

    def options(self, url, **options):
        return self.request("OPTIONS", url, **options)

    def post(self, url, data=None, json=None, **options):
        return self.request("POST", url, data=data, json=json, **options)

    def put(self, url, data=None, **options):
        return self.request("PUT", url, data=data, **options)

    def patch(self, url, data=None, **options):
        return self.request("PATCH", url, data=data, **options)

    def delete(self, url, **options):
        return self.request("DELETE", url, **options)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_reason):
        pass


def make_requests():
    module = _types.ModuleType("requests")
    classes = [Session, Response, RequestException, HTTPError, ConnectionError, Timeout]
    for one in classes:
        setattr(module, one.__name__, one)
    for name in ("get", "head", "options", "post", "put", "patch", "delete", "request"):
        setattr(module, name, lambda *values, _name=name, **options: getattr(Session(), _name)(*values, **options))
    module.exceptions = module
    module.session = Session
    return module
