# One node of Sightline, which keeps its data in the volume /var/lib/sightline. See docs/operations.md.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run --silent build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/sightline
COPY --from=build /build/package.json /build/LICENSE /opt/sightline/
COPY --from=build /build/node_modules /opt/sightline/node_modules
COPY --from=build /build/generated /opt/sightline/generated
COPY --from=build /build/dist /opt/sightline/dist
# The command is also for `docker compose exec`. A new volume gets owner and mode of this directory.
RUN ln -s /opt/sightline/dist/main.js /usr/local/bin/sightline \
  && install -d -m 0700 -o 1000 -g 1000 /var/lib/sightline
USER 1000:1000
WORKDIR /var/lib/sightline
VOLUME /var/lib/sightline
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8000}/_health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sightline", "serve"]
