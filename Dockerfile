# The engine is compiled: a move costs the server a third less than interpreted.
FROM python:3.11-slim-bookworm AS engine

RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements/compile.txt requirements/compile.txt
RUN pip install --no-cache-dir -r requirements/compile.txt
COPY games games
COPY tools tools
RUN python tools/compile_engine.py && rm -rf build tools requirements


FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 VAR_DIR=/var/lib/cadogan
RUN useradd --system --home-dir /var/lib/cadogan --create-home cadogan
WORKDIR /srv/cadogan

COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir -r requirements/base.txt

COPY manage.py ./
COPY --from=engine /build/ ./
COPY solitaire solitaire
COPY frontend frontend
COPY docs docs
# The key is only for this command; the service gets its own from the environment.
RUN DEBUG=0 SECRET_KEY=build ALLOWED_HOSTS=localhost VAR_DIR=/srv/cadogan/var \
    python manage.py collectstatic --noinput \
 && mkdir -p /var/lib/cadogan && cp -r var/static /var/lib/cadogan/static && rm -rf var \
 && chown -R cadogan /var/lib/cadogan

USER cadogan
EXPOSE 8000
CMD ["daphne", "--websocket-max-message-size", "65536", "-e", "tcp:port=8000:interface=0.0.0.0:backlog=2048", "solitaire.asgi:application"]
