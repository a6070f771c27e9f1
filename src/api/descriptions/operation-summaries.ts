/** Descriptions of operations that are no resources and need no permission to tell of. */
export const operationSummaries: Record<string, string> = {
  root: 'Needs no credentials. The names are those of the paths below `/v1`.',
  health: 'Needs no credentials. Tools that watch the service look at the status: 200 or 503.',
  survey_templates_list:
    'Templates of the service, the same for every organization; `POST /v1/surveys/from_template` takes one.',
  survey_templates_retrieve: 'A template of the service with its questions.',
  questions_list: 'The questions of all survey templates.',
  questions_retrieve: 'A question of a survey template.',
  original: 'Whoever sees the document may have its file.',
  logout: 'The key is sent as usual; it opens nothing from then on.',
  change_password: 'The key of the request ends too: log in with the new password.',
  confirm_reset_password: 'Needs no credentials but what the mail says.',
  score_password: 'Needs no credentials; for forms in which somebody thinks of a password.',
  own_user: 'Every role may read its own user.',
  replace_own_user:
    'Everybody may change their own names, telephone number, settings and metadata; the rest is for administrators. What is left out goes back to its default, `groups` and `queues` too: send what is to stay.',
  change_own_user:
    'Everybody may change their own names, telephone number, settings and metadata; the rest is for administrators.',
}
