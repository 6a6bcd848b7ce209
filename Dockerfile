# The bot alone, without a shell or npm, as a user without rights; its root file system may be
# read-only. `docker run … dist/bot/doctor.js` runs a tool in place of the bot.

# One of the majors that package.json's `engines` allows.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What V8 compiled is kept with the bundle; it fits only this very `node`, which goes along below.
RUN npm run build && npm ci --omit=dev && mkdir --mode=700 /empty

FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# The bundle holds every library but those with native code, and the fonts of the charts.
COPY --from=build /app/node_modules/@napi-rs ./node_modules/@napi-rs
COPY --from=build /app/node_modules/libsql ./node_modules/libsql
COPY --from=build /app/node_modules/@libsql ./node_modules/@libsql
COPY --from=build /app/node_modules/@neon-rs ./node_modules/@neon-rs
COPY --from=build /app/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=build /app/node_modules/@fontsource ./node_modules/@fontsource
COPY --from=build /app/package.json ./
COPY --from=build /app/dist/bot ./dist/bot
# A new volume takes over owner and mode.
COPY --from=build --chown=nonroot:nonroot /empty /data
VOLUME /data
ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["--max-semi-space-size=8", "dist/bot/main.js"]
