package dev.waggle.server.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Bounds of a number in a record, for the document of the API and for the check of requests. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ApiRange {

    /** Smallest value. */
    double min();

    /** Largest value. */
    double max();
}
