// Logs the event and changes nothing.
export const svc_hook_request_handler = async (payload) => {
  console.log(payload.event, payload.action)
  return { messages: [], operations: [] }
}
