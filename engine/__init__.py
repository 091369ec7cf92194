"""Hubbub's engine: one model, one context, many conversations; no Qt, no SQL."""

from engine.client import EngineClient, EnginePhase, EngineState
from engine.request import Request
from engine.supervisor import RestartPolicy

__all__ = ["EngineClient", "EnginePhase", "EngineState", "Request", "RestartPolicy"]
