# The single binary on a small Debian; how it is run stands in docs/operations.md, "In a container".
FROM oven/bun:1.4.4 AS build
WORKDIR /build
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

FROM debian:bookworm-slim
COPY --from=build /build/dist/burin /usr/local/bin/burin
COPY LICENSE NOTICE.md /usr/share/doc/burin/
COPY licences /usr/share/doc/burin/licences
# A number, so that no user has to be made; the volume takes its owner and rights from the folder.
RUN install -d -o 10001 -g 10001 -m 0700 /data
USER 10001:10001
WORKDIR /
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# There is no curl: the binary itself runs a line of JavaScript.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD BUN_BE_BUN=1 burin -e 'process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`)).ok ? 0 : 1)'
ENTRYPOINT ["burin", "serve"]
