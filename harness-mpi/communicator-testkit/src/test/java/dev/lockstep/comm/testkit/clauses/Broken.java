package dev.lockstep.comm.testkit.clauses;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Leaves all calls to another object, except those of some methods, which a fault gets. */
public final class Broken {
    private static final Object[] NONE = {};

    private Broken() {}

    /** Answers a call. */
    @FunctionalInterface
    public interface Fault {
        /**
         * Answers a call instead of the object that it was meant for.
         *
         * @throws Throwable what the caller gets
         */
        Object answer(Call call) throws Throwable;
    }

    /**
     * The same as another object, but for a fault.
     *
     * @param type an interface
     * @param methods a regular expression of the names of the methods that a fault gets
     */
    public static <T> T of(Class<T> type, T to, String methods, Fault fault) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("equals")) {
                        return self == arguments[0];
                    }
                    if (isFormOfAnother(method)) {
                        return InvocationHandler.invokeDefault(self, method, arguments);
                    }
                    Call call = new Call(to, method, arguments == null ? NONE : arguments);
                    return method.getName().matches(methods) ? fault.answer(call) : call.go();
                }));
    }

    /** Such as {@code supports}, or {@code recv} without a status: the fault is to get what it leads to. */
    private static boolean isFormOfAnother(Method method) {
        return method.isDefault()
                && (method.getName().equals("supports")
                        || Arrays.stream(method.getDeclaringClass().getMethods())
                                .anyMatch(other -> other.getName().equals(method.getName())
                                        && other.getParameterCount() > method.getParameterCount()));
    }

    /**
     * A call.
     *
     * @param to the object that it was meant for
     * @param arguments those of the method
     */
    public record Call(Object to, Method method, Object... arguments) {
        /** Lets the object answer. */
        public Object go() throws Throwable {
            try {
                return method.invoke(to, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** Lets the object answer a call with another argument. */
        public Object go(int place, Object argument) throws Throwable {
            Object[] others = arguments.clone();
            others[place] = argument;
            return new Call(to, method, others).go();
        }

        /** Lets the object answer, with what has a fault of its own. */
        public Object broken(String methods, Fault fault) throws Throwable {
            return brokenAs(method.getReturnType(), methods, fault);
        }

        private <T> T brokenAs(Class<T> type, String methods, Fault fault) throws Throwable {
            return of(type, type.cast(go()), methods, fault);
        }

        /** The method's name. */
        public String name() {
            return method.getName();
        }

        /** An argument that is a number. */
        public int number(int place) {
            return (int) arguments[place];
        }

        /** An argument that is a buffer. */
        public ByteBuffer buffer(int place) {
            return (ByteBuffer) arguments[place];
        }
    }
}
