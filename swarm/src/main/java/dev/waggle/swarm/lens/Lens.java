package dev.waggle.swarm.lens;

/**
 * One way of looking at a deliberation: which numbers of a round feed a kernel, and what the result means. A lens has no
 * state; what it remembers of a solve is in the {@link Probe} that it opens for it.
 *
 * <p>It computes, on the thread of the solve, and waits for nothing: no file, socket, lock or model. A solve cannot end
 * while one of its lenses is at work.
 *
 * @param <R> what it reads
 */
public interface Lens<R extends Reading> {

    /** What the lens measures, for people and programs. */
    LensCard card();

    /** A new probe, for one solve. */
    Probe<R> open(Setting setting);

    /** The name on the card. */
    default String name() {
        return card().name();
    }
}
