# Scorebook as an image, for Docker, Podman and the like: docker build -t scorebook .
# Decision: docs/decisions/420-servers-install-a-lock-on-debians-python.md.

FROM debian:bookworm-slim AS python
# Whatever is newest: Debian removes a version from its servers when it mends a fault in it.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 tini \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*

FROM python AS environment
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends python3-pip python3-venv
WORKDIR /scorebook
COPY requirements.lock .
# Without pip: what runs installs nothing.
RUN python3 -m venv --without-pip /opt/venv \
    && python3 -m pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --only-binary :all: \
        --require-hashes -r requirements.lock
# Half of Django is words in languages that Scorebook does not speak.
RUN find /opt/venv -type d -path '*/locale/*' ! -name de ! -name en -prune -exec rm -r {} + \
    && find /opt/venv -type d \( -path '*/icalendar/tests' -o -name redoc \) -prune -exec rm -r {} + \
    && find /opt/venv \( -name '*.po' -o -name '*.map' \) -delete
COPY . .
# Nobody can write bytecode beside the code later, so all of it is made now, and is never compared with the code again.
RUN /opt/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib /scorebook

FROM python AS system
RUN groupadd --gid 10001 scorebook \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin scorebook
# What only installs packages goes; dpkg keeps the list of what is there, for those who look up its faults.
RUN dpkg --purge --force-depends --force-remove-essential --force-remove-protected \
        apt debian-archive-keyring gpgv libapt-pkg6.0 libgnutls30 libidn2-0 libp11-kit0 libunistring2 \
        debconf perl-base \
    && rm -rf /usr/lib/*/gconv /usr/lib/python3*/pydoc_data /usr/share/doc /usr/share/man /usr/share/perl5 /usr/bin/tini-static

FROM scratch
LABEL org.opencontainers.image.title="Scorebook" \
      org.opencontainers.image.description="The scorebook of a Schafkopf table"
# As a whole, because a layer takes nothing away from the one below it.
# hadolint ignore=DL3067
COPY --from=system / /
RUN install -d -o scorebook -g scorebook -m 700 /data
COPY --from=environment /opt/venv /opt/venv
COPY --from=environment /scorebook /scorebook
ENV PATH=/opt/venv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 LANG=C.UTF-8 SCOREBOOK_DATA=/data
WORKDIR /scorebook
VOLUME /data
EXPOSE 8000
# By number, so that it can be seen from outside that this is not root.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-I", "deploy/ready.py"]
# tini, because Linux keeps from a first process every signal that it has not asked for, such as while it migrates.
ENTRYPOINT ["tini", "--", "python", "manage.py"]
CMD ["serve"]
