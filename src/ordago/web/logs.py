"""Structured logs, a JSON object a line. What is logged are codes, tables and times; never cards, words or names."""

import logging
import sys

import structlog


def configure() -> None:
    """Log to stderr from now on: everything for whoever collects it, only what goes wrong where a person reads it."""
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    common: list[structlog.types.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    ]
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, *common, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)  # what uvicorn says
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(structlog.processors.JSONRenderer(), foreign_pre_chain=common)
    )
    logging.getLogger("uvicorn").handlers = [handler]
