/** A value that passed the schema but cannot be taken; the text becomes the field's error. */
export class FieldError extends Error {}
