"""Makes projects of four people in ihatemoney and prints their ids, members and tokens; runs in the peers' environment.

python ihatemoney_projects.py 8
"""

import json
import sys

from ihatemoney.currency_convertor import CurrencyConverter
from ihatemoney.models import LoggingMode, Person, Project, db
from ihatemoney.run import create_app


def main(count: int) -> None:
    with create_app().app_context():
        projects = [_project(f"club{number}") for number in range(count)]
        db.session.commit()
        print(json.dumps([_described(project) for project in projects]))


def _project(name: str) -> Project:
    project = Project(
        id=name,
        name=name,
        password="",
        contact_email="anna@example.com",
        logging_preference=LoggingMode.ENABLED,  # as a new project has it
        default_currency=CurrencyConverter.no_currency,
    )
    db.session.add(project)
    for person in ("Anna", "Beppo", "Cilli", "Done"):
        db.session.add(Person(name=person, project=project))
    return project


def _described(project: Project) -> dict[str, object]:
    return {"id": project.id, "members": [one.id for one in project.members], "token": project.generate_token()}


if __name__ == "__main__":
    main(int(sys.argv[1]))
