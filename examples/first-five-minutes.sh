#!/bin/sh
# From login to export in six calls, with the service that `npm start` runs. Run this script in the folder of the repository.
# It needs curl, and Node to read values from JSON. README.md shows the same commands with their responses.
set -eu

API=${API:-http://127.0.0.1:8090/api/v1}
json() { node -pe "const a = JSON.parse(require('fs').readFileSync(0)); $1"; }

# 1. Log in.
TOKEN=$(curl -s "$API/auth/login" -H 'Content-Type: application/json' \
  -d '{"username": "admin@sheaf.example", "password": "sheaf-demo-password"}' | json a.key)

# 2. Find the queue.
QUEUE=$(curl -s "$API/queues?name=Invoices" -H "Authorization: Bearer $TOKEN" | json 'a.results[0].id')

# 3. Upload a document.
TASK=$(curl -s "$API/uploads?queue=$QUEUE" -H "Authorization: Bearer $TOKEN" \
  -F content=@examples/documents/alder-finch-invoice.pdf | json a.url)

# 4. Poll until the document is ready for review: the task then redirects to the upload, which contains its annotation.
ANNOTATION=running
while [ "$ANNOTATION" = running ]; do
  sleep 1
  ANNOTATION=$(curl -sL "$TASK" -H "Authorization: Bearer $TOKEN" | json 'a.annotations?.[0] ?? a.status')
done

# 5. Read the extracted values.
curl -s "$ANNOTATION/content?schema_id=document_id,date_due,amount_total,iban" -H "Authorization: Bearer $TOKEN" |
  json 'a.content.map((node) => `${node.schema_id}: ${node.content.normalized_value ?? node.content.value} (page ${node.content.page})`).join("\n")'

# 6. Export the document.
curl -s "$API/queues/$QUEUE/export?format=csv&id=${ANNOTATION##*/}&columns=document_id,item_code,item_quantity,item_amount_total_base" \
  -H "Authorization: Bearer $TOKEN"
