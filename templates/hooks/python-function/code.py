def svc_hook_request_handler(payload):
    """Logs the event and changes nothing."""
    print(payload["event"], payload["action"])
    return {"messages": [], "operations": []}
