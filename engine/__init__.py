"""Hubbub's engine: one model, one context, many conversations; no Qt, no SQL."""

from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.request import Request
from engine.client.supervisor import RestartPolicy

__all__ = ["EngineClient", "EnginePhase", "EngineState", "Request", "RestartPolicy"]
