# The bot as a user without rights; nothing but /data needs to be writable.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY commands ./commands
RUN npx tsc -p tsconfig.build.json

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=9464
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force && install -d -o node -g node -m 700 /data
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
