# One image for the api, the worker and the setup; the command selects the program. `docker build -t sheaf .`

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /sheaf
COPY package.json package-lock.json .npmrc ./
# npm links the workspaces of the lock file.
COPY packages/extraction/package.json ./packages/extraction/
COPY packages/formula/package.json ./packages/formula/
COPY packages/functions-runtime/package.json ./packages/functions-runtime/
COPY web/package.json ./web/
# The CPU library of onnxruntime is in its npm package; its install script would only download GPU libraries.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --omit=dev --no-audit --no-fund

# Of these packages, what the service loads on this platform. The limit is in MB.
FROM packages AS slim
COPY scripts/slim-packages.ts ./scripts/
RUN node scripts/slim-packages.ts . --limit 700

FROM packages AS built
# Vite, the packages of the review screen and the libraries of functions are dev dependencies.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --no-audit --no-fund
COPY web ./web
RUN node_modules/.bin/vite build web
COPY packages ./packages
RUN node packages/functions-runtime/src/build.ts

FROM packages AS models
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip && rm -rf /var/lib/apt/lists/*
COPY packages ./packages
COPY src ./src
RUN SHEAF_MODELS=/models node src/cli/main.ts setup-ocr

FROM node:24.21.0-bookworm-slim
# bubblewrap: namespaces for the processes that open documents, where the container may create them. tesseract: OCR if the models cannot be used.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap tesseract-ocr tesseract-ocr-deu tesseract-ocr-fra tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /var/lib/sheaf /run/sheaf /run/documents && chown node:node /var/lib/sheaf /run/sheaf \
  # The socket of a reader, which runs as root: other containers reach it as members of the group.
  && chown root:node /run/documents && chmod 2750 /run/documents
WORKDIR /sheaf
COPY --from=slim /sheaf/node_modules ./node_modules
COPY --from=models /models /usr/share/sheaf/models
COPY package.json LICENSE ./
COPY db ./db
COPY examples/documents ./examples/documents
COPY docs/types ./docs/types
COPY templates ./templates
# The installed packages have links to them.
COPY packages ./packages
COPY src ./src
COPY --from=built /sheaf/web/dist ./web/dist
COPY --from=built /sheaf/packages/functions-runtime/dist ./packages/functions-runtime/dist
# `docker compose exec api sheaf doctor`
RUN ln -s /sheaf/src/cli/main.ts /usr/local/bin/sheaf
# Bounds the memory of a worker (docs/decisions/0055-room-for-short-lived-objects.md).
ENV NODE_OPTIONS=--max-semi-space-size=16
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8090 SHEAF_HOME=/var/lib/sheaf SHEAF_MODELS=/usr/share/sheaf/models
USER node
EXPOSE 8090
# Forwards SIGTERM and reaps orphaned child processes.
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/cli/main.ts", "api"]
# Checks the role that runs in the container: api, worker, smtp or reader. Others, such as setup and backup, are healthy until they end.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["node", "src/cli/main.ts", "health"]
