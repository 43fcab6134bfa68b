from django import forms


class NameForm(forms.Form):
    """player: whose name it is; the club's without one. What a name may be is for the service to say."""

    player = forms.UUIDField(required=False)
    name = forms.CharField(required=False)
