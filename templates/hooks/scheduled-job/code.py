import requests


def svc_hook_request_handler(payload):
    """Logs how many annotations have the status of the settings."""
    response = requests.get(
        payload["base_url"] + "/api/v1/annotations",
        params={"status": payload["settings"]["status"], "page_size": 1},
        headers={"Authorization": "Bearer " + payload["svc_authorization_token"]},
    )
    response.raise_for_status()
    total = response.json()["pagination"]["total"]
    print(f"{total} annotations have the status {payload['settings']['status']}.")
    return {}
