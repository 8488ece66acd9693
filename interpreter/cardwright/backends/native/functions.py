"""The functions of a compiled program, as `runtime/cardwright.h` declares them, for ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

_WHOLE, _PARTS = ctypes.c_int64, ctypes.c_void_p
_NUMBERS, _STATE = ctypes.POINTER(_WHOLE), ctypes.POINTER(ctypes.c_uint64)
FUNCTIONS: Mapping[str, tuple[type | None, tuple[type, ...]]] = {
    "cw_size_of_game": (_WHOLE, ()),
    "cw_size_of_work": (_WHOLE, ()),
    "cw_new": (ctypes.c_int, (_PARTS, _PARTS, ctypes.c_uint64)),
    "cw_apply": (ctypes.c_int, (_PARTS, _PARTS, _WHOLE)),
    "cw_go_on": (ctypes.c_int, (_PARTS, _PARTS)),
    "cw_spent": (_WHOLE, (_PARTS,)),
    "cw_spent_before": (None, (_PARTS, _WHOLE)),
    "cw_copy": (None, (_PARTS, _PARTS)),
    "cw_player": (_WHOLE, (_PARTS,)),
    "cw_point_of": (_WHOLE, (_PARTS,)),
    "cw_count": (_WHOLE, (_PARTS,)),
    "cw_answer": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_is_over": (_WHOLE, (_PARTS,)),
    "cw_ended": (_WHOLE, (_PARTS,)),
    "cw_error": (_WHOLE, (_PARTS,)),
    "cw_pack": (_WHOLE, (_PARTS, _PARTS, _WHOLE)),
    "cw_unpack": (None, (_PARTS, _PARTS)),
    "cw_all_answers": (None, (_PARTS, _NUMBERS, _WHOLE)),
    "cw_begun": (_WHOLE, (_PARTS, _WHOLE, _WHOLE)),
    "cw_count_anew": (None, (_PARTS,)),
    "cw_playout": (_WHOLE, (_PARTS, _PARTS, _STATE, _WHOLE)),
    "cw_actions": (_WHOLE, ()),
    "cw_action": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_index_of": (_WHOLE, (_PARTS, _WHOLE)),
    "cw_observed": (_WHOLE, ()),
    "cw_observe": (None, (_PARTS, _WHOLE, _PARTS)),
    "cw_players": (_WHOLE, ()),
    "cw_rewards": (None, (_PARTS, _PARTS, _PARTS)),
    "cw_digest": (ctypes.c_uint64, (_PARTS,)),
    "cw_export": (_WHOLE, (_PARTS, _NUMBERS, _WHOLE)),
    "cw_import": (ctypes.c_int, (_PARTS, _PARTS, _NUMBERS, _WHOLE)),
    "cw_worths": (ctypes.c_int, (_PARTS, _PARTS, _NUMBERS)),
    "cw_play_well": (ctypes.c_int, (_PARTS, _PARTS, _PARTS, _STATE, _WHOLE, _WHOLE)),
    "cw_promises": (ctypes.c_int, (_PARTS, _PARTS, _PARTS, _STATE, _WHOLE, _NUMBERS)),
    "cw_reseed": (None, (_PARTS, ctypes.c_uint64)),
}
