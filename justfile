# Verbs for developers. `just` lists them; set VENV to use another environment.

venv := env("VENV", ".venv-tests")
python := venv / "bin/python"

[private]
default:
    @{{ just_executable() }} --list --unsorted

# Serve the site, such as: just run --demo --port 8080
run *arguments:
    {{ python }} manage.py serve {{ arguments }}

# Run all tests on SQLite and PostgreSQL, or what pytest's arguments choose
test *arguments:
    {{ python }} -m tests {{ arguments }}

# Run the tests that need neither a browser nor a server that is killed, on SQLite
test-fast *arguments:
    {{ python }} -m pytest -q -n auto --dist worksteal -m "not browser" --ignore tests/books --ignore tests/fuzz {{ arguments }}

# Run all tools that check the code, and report all that they find; changes nothing
lint:
    {{ python }} -m scripts.checks

# Format code and templates, and put right what ruff can
format:
    {{ python }} -m ruff check --fix .
    {{ python }} -m ruff format .
    {{ venv }}/bin/djangofmt templates

# Collect texts, compile both catalogs, and list what has no German yet
messages:
    {{ python }} -m scripts.messages

# Collect the statistics by which SQLite chooses its indexes, after an index has changed; eight minutes
statistics:
    {{ python }} -m scripts.sqlite_statistics

# Write anew which packages a server installs, each with its hashes; changes no version that still fits
lock *arguments:
    {{ venv }}/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "just lock" --output-file requirements.lock {{ arguments }} requirements.txt

# Say how old these packages are and which faults of them are known; fails where it cannot look
packages:
    {{ python }} -m scripts.packages

# Draw the app's icons from icon.svg; needs Chromium
icons:
    {{ python }} -m scripts.icons

# Fail where a model has changed without a migration
migrate-check:
    DJANGO_SETTINGS_MODULE=tests.settings {{ python }} manage.py makemigrations --check --dry-run

# Print the figures that the project holds itself to, or some of them: just bench --quick settlement
bench *arguments:
    {{ python }} -m benchmarks {{ arguments }}

# Replay every hand in the data folder and prove the books
audit *arguments:
    {{ python }} manage.py audit {{ arguments }}
