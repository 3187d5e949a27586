/* SPDX-License-Identifier: MIT */
/* What Python calls at every ply, as functions of Python's own kind: they take and give its objects
 * as they are, where cffi converts each and can give neither bytes nor a tuple. None says that
 * something about the call is rare, and leaves it to Python. Where cffi has modules of another kind,
 * as on PyPy, Python does all of it: see _native.py. */
#ifdef PYPY_VERSION
#define with_objects(module) (module)
#else

static PyObject *none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

static bool has_arguments(Py_ssize_t n, Py_ssize_t expected)
{
    if (n != expected)
        PyErr_Format(PyExc_TypeError, "%zd arguments instead of %zd", n, expected);
    return n == expected;
}

/* Get what bytes of this size, or more, hold. */
static const char *inside(PyObject *bytes, size_t least, size_t *size)
{
    char *data;
    Py_ssize_t n;
    if (PyBytes_AsStringAndSize(bytes, &data, &n) < 0)
        return NULL;
    *size = (size_t)n;
    if (*size >= least)
        return data;
    PyErr_Format(PyExc_ValueError, "%zd bytes, expected %zu or more", n, least);
    return NULL;
}

/* list_moves(list of the moves by code, bytes of a state or a view): a tuple; None where a move is
 * not in the list yet, or the struct has no room for all. */
static PyObject *list_moves(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    size_t size;
    const dmc_state *state = NULL;
    if (has_arguments(n, 2))
        state = (const dmc_state *)(const void *)inside(args[1], sizeof *state, &size);
    if (state == NULL)
        return NULL;
    if (state->n_moves > DMC_STATE_MOVES)
        return none();
    PyObject *moves = PyTuple_New(state->n_moves);
    for (int i = 0; moves && i < state->n_moves; i++) {
        PyObject *move = PyList_GetItem(args[0], state->moves[i]);
        if (move == NULL || move == Py_None) {
            Py_DECREF(moves);
            return move ? none() : NULL;
        }
        Py_INCREF(move);
        PyTuple_SetItem(moves, i, move);
    }
    return moves;
}

/* play_move(address of a dmc_round, bytes of a state and its history, the two bytes of a move): the
 * bytes after it; None where it is not legal, ends the round or ends a turn by a draw. */
static PyObject *play_move(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    size_t size, two;
    const dmc_round *round = has_arguments(n, 3) ? PyLong_AsVoidPtr(args[0]) : NULL;
    const char *before = round ? inside(args[1], sizeof(dmc_state), &size) : NULL;
    const char *move = before ? inside(args[2], 2, &two) : NULL;
    if (move == NULL)
        return PyErr_Occurred() ? NULL : none();
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size + 2);
    if (bytes == NULL)
        return NULL;
    char *after = PyBytes_AsString(bytes);
    memcpy(after, before, size);
    memcpy(after + size, move, 2);
    if (dmc_round_play(round, after, (uint8_t)move[0] | (uint8_t)move[1] << 8) == 0)
        return bytes;
    Py_DECREF(bytes);
    return none();
}

/* bare(class): an object of it whose __init__ has not run; object.__new__ without its tuples. */
static PyObject *bare(PyObject *module, PyObject *type)
{
    (void)module;
    if (!PyType_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "expected a class");
        return NULL;
    }
    return PyType_GenericAlloc((PyTypeObject *)type, 0);
}

static PyMethodDef objects[] = {
    {"list_moves", (PyCFunction)(void (*)(void))list_moves, METH_FASTCALL, NULL},
    {"play_move", (PyCFunction)(void (*)(void))play_move, METH_FASTCALL, NULL},
    {"bare", bare, METH_O, NULL},
};

/* Put the functions into the module that cffi has made. */
static PyObject *with_objects(PyObject *module)
{
    for (size_t i = 0; module && i < sizeof objects / sizeof *objects; i++) {
        PyObject *function = PyCFunction_New(&objects[i], NULL);
        if (!function || PyObject_SetAttrString(module, objects[i].ml_name, function) < 0) {
            Py_DECREF(module);
            module = NULL;
        }
        Py_XDECREF(function);
    }
    return module;
}
#endif
