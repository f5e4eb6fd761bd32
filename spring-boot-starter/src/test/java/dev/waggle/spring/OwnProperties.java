package dev.waggle.spring;

/**
 * The system properties of an application under test. The build gives its tests a property {@code waggle.data}, the
 * place of recorded data, which an application would take for its data folder.
 */
public final class OwnProperties {

    private static final String DATA = "waggle.data";

    private OwnProperties() {}

    /** Removes the property of the build. */
    public static void isolate() {
        var _ = System.clearProperty(DATA);
    }
}
