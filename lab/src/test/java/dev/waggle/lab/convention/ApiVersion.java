package dev.waggle.lab.convention;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Waggle in three numbers; docs/compatibility.md says what each of them allows.
 *
 * @param major 0 before the first stable release
 */
record ApiVersion(int major, int minor, int patch) implements Comparable<ApiVersion> {

    private static final Pattern FORM = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)(-SNAPSHOT)?");

    /** Reads a version of a POM or a tag. A snapshot has the numbers of the release that it becomes. */
    static ApiVersion of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a version: " + text);
        }
        return new ApiVersion(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)),
                Integer.parseInt(form.group(3)));
    }

    /** The least version after this one that may differ from it in these lines. */
    ApiVersion leastAfter(List<String> removed, List<String> added) {
        if (!removed.isEmpty()) {
            return major == 0 ? new ApiVersion(0, minor + 1, 0) : new ApiVersion(major + 1, 0, 0);
        }
        return added.isEmpty() || major == 0 ? new ApiVersion(major, minor, patch + 1)
                : new ApiVersion(major, minor + 1, 0);
    }

    @Override
    public int compareTo(ApiVersion other) {
        return Comparator.comparingInt(ApiVersion::major).thenComparingInt(ApiVersion::minor)
                .thenComparingInt(ApiVersion::patch).compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + '.' + patch;
    }
}
