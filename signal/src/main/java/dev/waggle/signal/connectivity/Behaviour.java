package dev.waggle.signal.connectivity;

/** Whose answers a layer gives where the earlier implementation loses something or the specification leaves a choice. */
public enum Behaviour {
    /** Ours: nothing is lost; the choices are in {@code docs/decisions/0007-connectivity-choices.md}. */
    CURRENT,
    /** Those of the earlier implementation, losses included: see {@link CompatibleLayer}. */
    ORIGINAL
}
