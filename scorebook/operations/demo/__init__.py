"""The demo club, also in other sizes for load tests: its years are simulated, and written by the product's services."""

from scorebook.operations.demo.demo_club import DEMO as DEMO
from scorebook.operations.demo.demo_club import ClubSize as ClubSize
from scorebook.operations.demo.demo_club import fill_demo_club as fill_demo_club
