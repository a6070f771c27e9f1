/** A value that passed the schema but is not acceptable; the message becomes the field's error. */
export class FieldError extends Error {}
