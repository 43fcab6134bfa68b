"""No action of a viewset can be reached without an operation, and so without a permission."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponseBase
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request

from scorebook.api.endpoint import ClubEndpoint
from scorebook.api.operation import operation
from scorebook.api.permissions import MemberKey
from scorebook.api.serializers.clubs import ClubResponse


def test_a_usual_action_without_an_operation_fails_at_import() -> None:
    with pytest.raises(ImproperlyConfigured, match="Open.retrieve "):

        class Open(ClubEndpoint):
            def retrieve(self, request: Request) -> object: ...


def test_an_inherited_action_without_an_operation_fails_at_import() -> None:
    with pytest.raises(ImproperlyConfigured, match="Open.list "):

        class Open(ListModelMixin, ClubEndpoint): ...


def test_another_action_without_an_operation_fails_at_import() -> None:
    with pytest.raises(ImproperlyConfigured, match="Open.cup "):

        class Open(ClubEndpoint):
            @action(detail=True, methods=["get"])
            def cup(self, request: Request) -> HttpResponseBase:
                raise NotImplementedError


def test_a_second_method_of_an_address_without_an_operation_fails_at_import() -> None:
    with pytest.raises(ImproperlyConfigured, match="Open.agree_cup "):

        class Open(ClubEndpoint):
            @action(detail=True, methods=["get"])
            @operation("cup", permission=MemberKey, response=ClubResponse)
            def cup(self, request: Request) -> object: ...

            @cup.mapping.post
            def agree_cup(self, request: Request) -> HttpResponseBase:
                raise NotImplementedError
