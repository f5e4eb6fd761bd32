package dev.waggle.signal.log;

import java.nio.file.Path;
import java.util.ServiceLoader;

/** Factory of journals on disk. A module that has such journals registers one; {@code waggle-journal} does. */
@FunctionalInterface
public interface JournalFactory {

    /**
     * Opens the journal in that folder and continues behind its last entry; creates it, and its folder, when there is
     * none. The caller closes it.
     *
     * @throws java.io.UncheckedIOException when it cannot be read and written, or another process is writing it
     */
    Journal open(Path folder);

    /**
     * The factory that is registered as a service, the first one found.
     *
     * @throws IllegalStateException when none is registered
     */
    static JournalFactory installed() {
        return ServiceLoader.load(JournalFactory.class, JournalFactory.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new IllegalStateException("no journal on disk is installed\n"
                        + "Maybe add dev.waggle:waggle-journal to the dependencies."));
    }
}
