# The program alone: its ledger and files are in the volume /data, its Redis is another container's.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json vite.config.ts ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production BILAG_HOME=/data BILAG_JOBS=/jobs BILAG_INBOX=/inbox
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data /jobs /inbox && chown node:node /data /inbox
USER node
VOLUME ["/data", "/inbox"]
# SIGTERM ends requests under way, then the process; give it longer than a reply may take.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "dist/main.js"]
CMD ["start"]
